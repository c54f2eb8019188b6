import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useActive } from './active.ts';
import { bind, holderOf, keysOf, resetBindings, useBindings } from './bindings.ts';
import { type CommandGroup, type CommandId, commandGroups, commandIds, entryOf, offeredByRole } from './command-table.ts';
import { SEQUENCE_WITHIN_MS, strokeOf } from './keys.ts';
import styles from './ShortcutsDialog.module.css';
import { SingleKeysSwitch } from './SingleKeysSwitch.tsx';
import { Strokes } from './Strokes.tsx';

/** Listens for one stroke, or two soon after each other. @returns what was pressed so far */
function useListening(onDone: (keys: string | null) => void): string {
  const [pressed, setPressed] = useState('');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const stroke = strokeOf(event);
      if (stroke === null || stroke === 'tab') return;
      event.preventDefault();
      event.stopPropagation();
      if (stroke === 'escape') return onDone(null);
      if (pressed !== '') return onDone(`${pressed} ${stroke}`);
      setPressed(stroke);
    };
    document.addEventListener('keydown', press, { capture: true });
    const enough = pressed === '' ? undefined : setTimeout(() => onDone(pressed), SEQUENCE_WITHIN_MS);
    return () => {
      document.removeEventListener('keydown', press, { capture: true });
      clearTimeout(enough);
    };
  }, [pressed, onDone]);
  return pressed;
}

function Listening({ onDone }: { onDone: (keys: string | null) => void }) {
  const text = useText();
  const pressed = useListening(onDone);
  return (
    <span className={styles.listening} role="status">
      {pressed === '' ? text('COMMANDS_PRESS_KEYS') : <Strokes keys={pressed} />}
    </span>
  );
}

function Shortcut({ id, listens, onListen }: { id: CommandId; listens: boolean; onListen: (id: CommandId | null) => void }) {
  const text = useText();
  const bindings = useBindings();
  const [taken, setTaken] = useState<CommandId | null>(null);
  const entry = entryOf(id);
  const keys = keysOf(bindings, id);
  const name = text(entry.name);
  const done = (wanted: string | null) => {
    onListen(null);
    const holder = wanted === null ? null : holderOf(bindings, wanted, id);
    setTaken(holder);
    if (wanted !== null && holder === null) bind(id, wanted);
  };
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        {name}
        {taken === null ? null : (
          <span className={styles.taken} role="alert">
            {text('COMMANDS_KEY_TAKEN', { name: text(entryOf(taken).name) })}
          </span>
        )}
      </span>
      {listens ? (
        <Listening onDone={done} />
      ) : keys === '' ? (
        <span className={styles.none}>{text('COMMANDS_NO_KEY')}</span>
      ) : (
        <Strokes keys={keys} />
      )}
      <IconButton
        className={styles.change ?? ''}
        onClick={() => onListen(listens ? null : id)}
        aria-label={text('COMMANDS_CHANGE_OF', { name })}
        aria-pressed={listens}
        title={text(listens ? 'FRAME_CANCEL' : 'COMMANDS_CHANGE')}
      >
        <Icon name={listens ? 'x' : 'edit'} />
      </IconButton>
    </li>
  );
}

/** Every command with its key; each key can be changed, and all of them be set back. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [listening, setListening] = useState<CommandId | null>(null);
  // Pages are offered everywhere to who may open them; what belongs to a room or a list is there when one is.
  const offered = new Set(useActive((state) => state.registrations).map(({ id }) => id));
  const groups = (Object.keys(commandGroups) as CommandGroup[])
    .map((group) => ({
      group,
      ids: commandIds.filter((id) => entryOf(id).group === group && (!offeredByRole.includes(group) || offered.has(id))),
    }))
    .filter(({ ids }) => ids.length > 0);
  const isChanged = Object.keys(useBindings()).length > 0;
  return (
    <Dialog title={text('COMMANDS_SHOW_SHORTCUTS')} onClose={onClose} width={880} keepsEscape={listening !== null}>
      <p className={styles.words}>{text('COMMANDS_SHORTCUTS_WORDS')}</p>
      <div className={styles.groups}>
        {groups.map(({ group, ids }) => (
          <section key={group} aria-label={text(commandGroups[group])}>
            <h3 className={styles.group}>{text(commandGroups[group])}</h3>
            <ul className={styles.list}>
              {ids.map((id) => (
                <Shortcut key={id} id={id} listens={listening === id} onListen={setListening} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={styles.foot}>
        <SingleKeysSwitch />
        <Button variant="default" disabled={!isChanged} onClick={resetBindings}>
          {text('COMMANDS_RESET')}
        </Button>
      </div>
    </Dialog>
  );
}
