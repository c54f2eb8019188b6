import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { EditorBar } from './EditorBar.tsx';
import styles from './EmailEditor.module.css';
import paper from './EmailPart.module.css';
import { InlinePicture, pictureOf } from './inline-picture.tsx';

export interface WrittenWords {
  readonly text: string;
  /** Undefined where nothing stands there. */
  readonly html: string | undefined;
}

interface EmailEditorProps extends WrittenWords {
  label: string;
  onWrite: (words: WrittenWords) => void;
  /** Uploads pictures that were pasted; each is told of once it is there. */
  onPictures: (files: File[], onUploaded: (file: { fileId: string; fileName: string }) => void) => void;
  onSend: () => void;
  onLeave: () => void;
  /** Told how it is given the focus, and null when it goes. */
  onReady: (focus: (() => void) | null) => void;
  /** What stands below the words. */
  below: ReactNode;
  /** Behind the tools of the looks. */
  tools: ReactNode;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Plain words as the editor holds them: each line a paragraph. */
export const asParagraphs = (text: string): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `<p>${escaped(line)}</p>`)
        .join('');

const wordsOf = (editor: Editor): WrittenWords =>
  editor.isEmpty ? { text: '', html: undefined } : { text: editor.getText({ blockSeparator: '\n' }), html: editor.getHTML() };

/** Nothing that e-mails show badly: no headings of a page, no rules. What is copied from elsewhere keeps what of it these know. */
const extensions = [
  StarterKit.configure({
    heading: false,
    horizontalRule: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['mailto', 'tel'] },
  }),
  InlinePicture,
];

/** Pictures alone: where words come with them, as from a sheet, the words are meant. */
function picturesIn(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])];
  const isPictures = files.length > 0 && files.every(({ type }) => /^image\/(?:png|jpeg|gif|webp)$/.test(type));
  return isPictures && data?.getData('text/plain') === '' ? files : [];
}

/** The words of an e-mail with their looks. Enter begins a line, Ctrl+Enter sends; Escape goes back to the talk. */
export function EmailEditor({ text, html, label, onWrite, onPictures, onSend, onLeave, onReady, below, tools }: EmailEditorProps) {
  const latest = useRef({ onWrite, onPictures, onSend, onLeave });
  latest.current = { onWrite, onPictures, onSend, onLeave };
  const own = useRef<string | undefined>(html);
  const editor = useEditor({
    extensions,
    content: html ?? asParagraphs(text),
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: styles.words ?? '', dir: 'auto' },
      handleKeyDown(_view, event) {
        if (event.isComposing || event.keyCode === 229) return false;
        if (event.key === 'Escape') {
          latest.current.onLeave();
          return true;
        }
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return false;
        latest.current.onSend();
        return true;
      },
      handlePaste(view, event) {
        const pictures = picturesIn(event.clipboardData);
        if (pictures.length === 0) return false;
        // Otherwise the room would take them once more.
        event.preventDefault();
        latest.current.onPictures(pictures, (file) => {
          const { schema } = view.state;
          if (!view.isDestroyed)
            view.dispatch(view.state.tr.replaceSelectionWith(schema.nodeFromJSON(pictureOf(file)), false).scrollIntoView());
        });
        return true;
      },
    },
    onUpdate({ editor: now }) {
      const words = wordsOf(now);
      own.current = words.html;
      latest.current.onWrite(words);
    },
  });
  useEffect(() => {
    onReady(() => editor.commands.focus('end'));
    return () => onReady(null);
  }, [editor, onReady]);
  // Written elsewhere: in another window, taken back, or sent.
  useEffect(() => {
    if (html === own.current && (html !== undefined || editor.isEmpty === (text === ''))) return;
    own.current = html;
    editor.commands.setContent(html ?? asParagraphs(text), { emitUpdate: false });
  }, [editor, html, text]);
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        ...editor.options.editorProps,
        attributes: { ...(editor.options.editorProps.attributes as object), 'aria-label': label },
      },
    });
  }, [editor, label]);
  const isEmpty = text === '' && html === undefined;
  return (
    <>
      <div className={paper.paper}>
        <div className={styles.page}>
          {isEmpty ? (
            <span className={styles.placeholder} aria-hidden="true">
              {label}
            </span>
          ) : null}
          <EditorContent editor={editor} />
        </div>
        {below}
      </div>
      <EditorBar editor={editor}>{tools}</EditorBar>
    </>
  );
}
