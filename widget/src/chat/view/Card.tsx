import { useWords } from '../text.ts';
import { Download } from './Download.tsx';
import { Icon } from './Icon.tsx';
import { type FileProps, useUrls } from './use-urls.ts';

/** A file by its name and size, to take home once it was sent. */
export function Card(props: FileProps) {
  const words = useWords();
  const { file } = props;
  const gone = useUrls(props) === null;
  const inside = (
    <>
      <Icon of="file" />
      <span className="what">
        <span className="name">{file.fileName}</span>
        <span className="size">{words.size(file.fileSize)}</span>
        {gone && <span className="size">{words('WIDGET_FILE_GONE')}</span>}
      </span>
    </>
  );
  if (!props.sent || gone) return <span className="card">{inside}</span>;
  return (
    <Download {...props} className="card">
      {inside}
      <Icon of="save" />
    </Download>
  );
}
