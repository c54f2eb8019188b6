import { openable } from '@parley/contract';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type TextKey, useText } from '../../../../text.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import type { IconName } from '../../../../ui/icon-names.ts';
import styles from './EmailEditor.module.css';
import paper from './EmailPart.module.css';

interface Tool {
  name: TextKey;
  icon: IconName;
  /** By which the editor does it too. */
  keys: string;
  isOn: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
}

const mark = (type: string) => (editor: Editor) => editor.isActive(type);
const tools: readonly Tool[] = [
  { name: 'EMAIL_BOLD', icon: 'bold', keys: 'Control+B', isOn: mark('bold'), run: (e) => e.chain().focus().toggleBold().run() },
  { name: 'EMAIL_ITALIC', icon: 'italic', keys: 'Control+I', isOn: mark('italic'), run: (e) => e.chain().focus().toggleItalic().run() },
  {
    name: 'EMAIL_UNDERLINE',
    icon: 'underline',
    keys: 'Control+U',
    isOn: mark('underline'),
    run: (e) => e.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'EMAIL_STRIKE',
    icon: 'strike',
    keys: 'Control+Shift+S',
    isOn: mark('strike'),
    run: (e) => e.chain().focus().toggleStrike().run(),
  },
  {
    name: 'EMAIL_BULLETS',
    icon: 'bullets',
    keys: 'Control+Shift+8',
    isOn: mark('bulletList'),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'EMAIL_NUMBERS',
    icon: 'numbers',
    keys: 'Control+Shift+7',
    isOn: mark('orderedList'),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'EMAIL_QUOTE',
    icon: 'quote',
    keys: 'Control+Shift+B',
    isOn: mark('blockquote'),
    run: (e) => e.chain().focus().toggleBlockquote().run(),
  },
  { name: 'EMAIL_CODE', icon: 'code', keys: 'Control+E', isOn: mark('code'), run: (e) => e.chain().focus().toggleCode().run() },
];

/** What was typed as an address of a link; null for what leads nowhere. */
const linkOf = (typed: string): string | null => {
  const text = typed.trim();
  if (text === '') return null;
  return openable(/^[a-z]+:/i.test(text) ? text : text.includes('@') && !text.includes('/') ? `mailto:${text}` : `https://${text}`);
};

function LinkField({ editor, onEnd }: { editor: Editor; onEnd: () => void }) {
  const text = useText();
  const [address, setAddress] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [isFaulty, setFaulty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const end = () => {
    onEnd();
    editor.commands.focus();
  };
  const set = () => {
    if (address.trim() === '') {
      editor.chain().focus().extendMarkRange('link').unsetLink().run();
      return onEnd();
    }
    const href = linkOf(address);
    if (href === null) return setFaulty(true);
    const { empty } = editor.state.selection;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onEnd();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') set();
    else end();
  };
  return (
    <div className={styles.link}>
      <input
        ref={field}
        type="text"
        inputMode="url"
        value={address}
        aria-label={text('EMAIL_LINK_ADDRESS')}
        placeholder={text('EMAIL_LINK_ADDRESS')}
        aria-invalid={isFaulty}
        onChange={({ currentTarget }) => {
          setAddress(currentTarget.value);
          setFaulty(false);
        }}
        onKeyDown={press}
      />
      {isFaulty ? (
        <span className={styles.fault} role="alert">
          {text('EMAIL_LINK_FAULTY')}
        </span>
      ) : null}
      <button type="button" className={styles.verb} onClick={set}>
        {text('EMAIL_LINK_SET')}
      </button>
      <button type="button" className={styles.verb} onClick={end}>
        {text('EMAIL_LINK_CANCEL')}
      </button>
    </div>
  );
}

/** How the words look: each tool says whether it is on, and the arrows go from one to the next. */
export function EditorBar({ editor, children }: { editor: Editor; children: ReactNode }) {
  const text = useText();
  const [hasLink, setLink] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => [...tools.map(({ isOn }) => isOn(now)), now.isActive('link')].join(),
  }).split(',');
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  const button = (name: TextKey, icon: IconName, isOn: boolean | undefined, run: () => void, keys?: string, isFirst = false) => (
    <button
      key={name}
      type="button"
      className={styles.tool}
      aria-label={text(name)}
      title={text(name)}
      aria-pressed={isOn}
      aria-keyshortcuts={keys}
      tabIndex={isFirst ? 0 : -1}
      // The editor keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <>
      {hasLink ? <LinkField editor={editor} onEnd={() => setLink(false)} /> : null}
      <div className={paper.looks}>
        {/* The arrows go through its buttons. */}
        <div ref={bar} role="toolbar" aria-label={text('EMAIL_LOOKS')} className={styles.bar} onKeyDown={walk}>
          {tools.map(({ name, icon, keys, run }, place) => button(name, icon, on[place] === 'true', () => run(editor), keys, place === 0))}
          {button('EMAIL_LINK', 'link', on.at(-1) === 'true', () => setLink(!hasLink))}
          {button('EMAIL_CLEAR', 'clear', undefined, () => editor.chain().focus().unsetAllMarks().clearNodes().run())}
        </div>
        {children}
      </div>
    </>
  );
}
