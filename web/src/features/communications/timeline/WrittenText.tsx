import styles from './WrittenText.module.css';

// What cannot be seen, or turns the direction of writing, ends it: it would read as another.
const ADDRESS = /\bhttps?:\/\/[^\s<>"'\p{Default_Ignorable_Code_Point}]+[^\s<>"'.,;:!?)\]}\p{Default_Ignorable_Code_Point}]/gu;

/** The text in pieces: what is a web address, and what is not. */
export function piecesOf(text: string): readonly { text: string; isAddress: boolean }[] {
  const pieces: { text: string; isAddress: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), isAddress: false });
    pieces.push({ text: match[0], isAddress: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isAddress: false });
  return pieces;
}

/**
 * What a person wrote: as it stands, with its line breaks; web addresses can be opened, in a window that knows nothing of ours. Each stands for
 * itself, whichever way what is written around it runs.
 */
export function WrittenText({ text }: { text: string }) {
  return (
    <span className={styles.text} dir="auto">
      {piecesOf(text).map((piece, i) =>
        piece.isAddress ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
          <a key={i} dir="ltr" href={piece.text} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </span>
  );
}
