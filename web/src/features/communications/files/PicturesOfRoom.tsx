import type { EventFile } from '@parley/contract';
import { type ComponentType, type ReactNode, useCallback, useRef, useState } from 'react';
import { toastError } from '../../../ui/toast.ts';
import type { LightboxProps } from './Lightbox.tsx';
import { LightboxContext } from './lightbox-context.ts';
import { lightboxPart } from './lightbox-part.ts';

/** Lets the pictures inside be opened large. What shows them is fetched with the first that is opened. */
export function PicturesOfRoom({ pictures, children }: { pictures: readonly EventFile[]; children: ReactNode }) {
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps> | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const from = useRef<HTMLElement | null>(null);
  const open = useCallback((fileId: string, element: HTMLElement) => {
    from.current = element;
    lightboxPart().then(
      (module) => {
        setLightbox(() => module.Lightbox);
        setShown(fileId);
      },
      () => toastError('FRAME_UNREACHABLE'),
    );
  }, []);
  const close = useCallback(() => {
    setShown(null);
    // The row may have left the screen meanwhile: then the timeline itself takes the focus.
    requestAnimationFrame(() => {
      if (from.current?.isConnected === true) from.current.focus();
      else document.querySelector<HTMLElement>('[data-timeline]')?.focus();
    });
  }, []);
  return (
    <LightboxContext value={open}>
      {children}
      {Lightbox === null || shown === null ? null : <Lightbox pictures={pictures} shown={shown} onShow={setShown} onClose={close} />}
    </LightboxContext>
  );
}
