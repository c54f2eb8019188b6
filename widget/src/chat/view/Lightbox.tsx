import { useEffect, useRef } from 'react';
import { useWords } from '../text.ts';
import { Card } from './Card.tsx';
import { Icon } from './Icon.tsx';
import { type FileProps, useUrls } from './use-urls.ts';

/** A picture as large as the frame lets it be. A tap or Escape closes it; the browser gives the focus back. */
export function Lightbox({ close, ...props }: FileProps & { close(): void }) {
  const words = useWords();
  const { file, files, sent } = props;
  const urls = useUrls(props);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  const source = files.attaching.preview(file.fileId) ?? urls?.url;
  return (
    <dialog ref={box} className="large" aria-label={file.fileName} onClose={close}>
      <button type="button" aria-label={words('WIDGET_PICTURE_CLOSE')} onClick={() => box.current?.close()}>
        {source && <img src={source} alt={file.fileName} onError={() => files.addresses.failed(file.fileId)} />}
        <Icon of="close" />
      </button>
      {sent && <Card {...props} />}
    </dialog>
  );
}
