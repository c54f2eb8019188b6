import { useEffect, useState } from 'react';

/** Takes files that are dropped anywhere on the chat. @returns whether some hang over it now */
export function useDrop(take: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const dragged = (event: DragEvent) => {
      if (!withFiles(event)) return;
      // Otherwise the browser would show the file in the chat's place.
      event.preventDefault();
      setOver(true);
    };
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const dropped = (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', dragged);
    document.addEventListener('dragleave', left);
    document.addEventListener('drop', dropped);
    return () => {
      document.removeEventListener('dragover', dragged);
      document.removeEventListener('dragleave', left);
      document.removeEventListener('drop', dropped);
    };
  }, [take]);
  return over;
}
