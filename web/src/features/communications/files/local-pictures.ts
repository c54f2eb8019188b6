/** Formats that every browser shows; a vector picture is not among them, it is shown nowhere in the product. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
/** So many pictures of this computer are kept at hand; older ones come from the server like those of others. */
const KEPT = 30;

const byFile = new Map<string, string>();

/** The address of a picture of this computer, without any server; null for what is no picture. To be let go of by `letGo`. */
export const pictureUrlOf = (file: File): string | null => (SHOWN.includes(file.type) ? URL.createObjectURL(file) : null);

export const letGo = (pictureUrl: string | null): void => {
  if (pictureUrl !== null) URL.revokeObjectURL(pictureUrl);
};

/** Remembers whose picture it is, so that it shows at once where it was sent. */
export function keepLocalPicture(fileId: string, pictureUrl: string): void {
  byFile.set(fileId, pictureUrl);
  const [oldest] = byFile.keys();
  if (byFile.size > KEPT && oldest !== undefined) letGoOf(oldest);
}

export const localPicture = (fileId: string): string | null => byFile.get(fileId) ?? null;

export function letGoOf(fileId: string): void {
  letGo(localPicture(fileId));
  byFile.delete(fileId);
}
