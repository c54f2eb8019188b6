import { type RefObject, useEffect, useRef, useState } from 'react';
import { toastError } from '../../../ui/toast.ts';
import { carriesFiles, droppedFiles, pastedFiles } from '../files/brought-files.ts';

const isElsewhere = (target: EventTarget | null, field: string): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, [contenteditable="true"], [role="dialog"]') !== null &&
  target.closest(field) === null;

/** Files that are pasted anywhere but into a field of another kind. `field`: what else takes them. */
export function usePastedFiles(field: string, onFiles: ((files: File[]) => void) | null): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (latest.current === null || event.clipboardData === null || event.defaultPrevented) return;
      if (isElsewhere(event.target, field) || document.querySelector('[role="dialog"]') !== null) return;
      const files = pastedFiles(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [field]);
}

/**
 * Files that are dragged over a room and dropped there; null: they cannot be taken. A drop beside it does nothing: without
 * that the browser would leave the page for the file.
 *
 * @returns whether files are over the room at the moment
 */
export function useDroppedFiles(room: RefObject<HTMLElement | null>, onFiles: ((files: File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const isInside = ({ target }: DragEvent) => target instanceof Node && room.current?.contains(target) === true;
    const over = (event: DragEvent) => {
      if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      const inside = isInside(event);
      event.dataTransfer.dropEffect = inside && latest.current !== null ? 'copy' : 'none';
      setOver(inside);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (!isInside(event) || latest.current === null) return;
      const { files, folders } = droppedFiles(event.dataTransfer);
      if (folders > 0) toastError('COMMUNICATIONS_ATTACH_NO_FOLDERS');
      if (files.length > 0) latest.current(files);
    };
    const end = () => setOver(false);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('dragend', end);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('dragend', end);
    };
  }, [room]);
  return isOver;
}
