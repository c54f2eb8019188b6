export { FileCard } from './FileCard.tsx';
export { PicturePreview } from './PicturePreview.tsx';
