/** Nobody uploads before the first screen stands. */
export const uploading = () => import('../../../files/upload-file.ts');
