import Image from '@tiptap/extension-image';
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { usePicture } from '../../files/use-picture.ts';
import styles from './EmailEditor.module.css';

const CID = 'cid:';

/** A picture in the text: an upload of the draft, shown from this computer or from the server. */
function InlinePictureView({ node, selected }: NodeViewProps) {
  const { src: address, alt } = node.attrs as { src: string; alt: string | null };
  const { src, onLoad, onError } = usePicture(address.slice(CID.length), 'whole');
  return (
    <NodeViewWrapper as="span" className={styles.picture} data-selected={selected}>
      {src === null ? null : <img src={src} alt={alt ?? ''} draggable={false} onLoad={onLoad} onError={onError} />}
    </NodeViewWrapper>
  );
}

/** Pictures of the draft's own uploads and no others: those of pages that somebody copies from would be asked for by whoever reads the e-mail. */
export const InlinePicture = Image.extend({
  parseHTML: () => [{ tag: `img[src^="${CID}"]` }],
  addNodeView: () => ReactNodeViewRenderer(InlinePictureView),
}).configure({ inline: true, allowBase64: false });

/** What stands in the editor for an upload. */
export const pictureOf = ({ fileId, fileName }: { fileId: string; fileName: string }) => ({
  type: 'image',
  attrs: { src: `${CID}${fileId}`, alt: fileName },
});
