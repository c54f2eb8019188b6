import type { MouseEvent, ReactNode } from 'react';
import { useWords } from '../text.ts';
import { type FileProps, useUrls } from './use-urls.ts';

/** The way to the file itself. An address that has grown old is changed for a fresh one first. */
export function Download({ className, children, ...props }: FileProps & { className: string; children: ReactNode }) {
  const words = useWords();
  const { file, files } = props;
  const urls = useUrls(props);

  async function pressed(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (files.addresses.isFresh(file.fileId)) return;
    event.preventDefault();
    const link = event.currentTarget;
    const fresh = await files.addresses.renew(file.fileId);
    if (!fresh) return;
    link.href = fresh.downloadUrl;
    link.click();
  }

  return (
    <a
      className={className}
      href={urls?.downloadUrl}
      download={file.fileName}
      // Where a browser shows what it should keep, the chat stays.
      target="_blank"
      rel="noopener noreferrer"
      onClick={pressed}
    >
      <span className="unseen">{words('WIDGET_FILE_DOWNLOAD')} </span>
      {children}
    </a>
  );
}
