/** Whether a drag carries files; which ones is told only when they are dropped. */
export const carriesFiles = ({ types }: Pick<DataTransfer, 'types'>): boolean => types.includes('Files');

/**
 * The files of a paste. Office programs put a picture of the copied words beside the words: there the words are meant, and
 * there are no files.
 */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'types' | 'getData'>): File[] {
  const all = [...data.files];
  const isWords =
    data.types.includes('text/html') && data.getData('text/plain') !== '' && all.every(({ type }) => type.startsWith('image/'));
  return isWords ? [] : all;
}

/** The files of a drop; folders, which cannot be sent, are left out and counted. */
export function droppedFiles({ items }: Pick<DataTransfer, 'items'>): { files: File[]; folders: number } {
  const files: File[] = [];
  let folders = 0;
  for (const item of items) {
    if (item.kind !== 'file') continue;
    const file = item.getAsFile();
    if (item.webkitGetAsEntry()?.isDirectory === true) folders += 1;
    else if (file !== null) files.push(file);
  }
  return { files, folders };
}
