/** Gives the reader a file that was made here. */
export function saveFile(name: string, words: string, type: 'text/plain' | 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([words], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
