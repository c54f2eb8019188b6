import { fileAddresses } from '../../../files/use-file-urls.ts';
import { toastError, toastProblem } from '../../../ui/toast.ts';

/** Downloads a file by a fresh address. What cannot be had is told. */
export async function download(fileId: string, fileName: string): Promise<void> {
  fileAddresses.forget(fileId);
  try {
    const urls = await fileAddresses.of(fileId);
    if (urls === null) return toastError('FILE_NOT_FOUND');
    const link = document.createElement('a');
    link.href = urls.downloadUrl;
    link.download = fileName;
    document.body.append(link);
    link.click();
    link.remove();
  } catch (problem) {
    toastProblem(problem);
  }
}
