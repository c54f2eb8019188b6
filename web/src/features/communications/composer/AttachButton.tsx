import { type Ref, useRef } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';

interface AttachButtonProps {
  ref: Ref<HTMLButtonElement>;
  /** The key that attaches is that of the composer. */
  hasKey?: boolean;
  onFiles: (files: File[]) => void;
}

/** Opens the computer's own choice of files; several at once are possible. */
export function AttachButton({ ref, hasKey = true, onFiles }: AttachButtonProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const label = text('COMMUNICATIONS_ATTACH');
  useCommand('room.attach', hasKey ? () => input.current?.click() : null);
  return (
    <>
      <IconButton ref={ref} aria-label={label} title={label} onClick={() => input.current?.click()}>
        <Icon name="clipper" size={20} />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
