import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { Fragment, useEffect, useMemo, useState } from 'react';
import { useCan, useCurrentUser } from '../session/current-user.ts';
import { type TextKey, useText } from '../text.ts';
import { Kit } from '../theme/Kit.tsx';
import { Icon } from '../ui/Icon.tsx';
import { activeRun, type PaletteEntry, useActive, usePaletteSources } from './active.ts';
import styles from './CommandPalette.module.css';
import { type CommandGroup, type CommandId, commandIds, entryOf } from './command-table.ts';
import { matching, partsOf, together } from './matching.ts';
import { PeopleInPalette, type Show } from './PeopleInPalette.tsx';
import { RoomsInPalette } from './RoomsInPalette.tsx';
import { Strokes } from './Strokes.tsx';
import { useWorkingKeys } from './single-keys.ts';

/** So many of each group at most: what is meant is found by a letter more, not by scrolling. */
const MOST_OF_A_GROUP = 8;

interface Entry extends PaletteEntry {
  keys: string;
}

interface Group {
  name: TextKey;
  entries: Entry[];
}

const actionGroups: readonly CommandGroup[] = ['LIST', 'CREATE', 'STATUS', 'EVERYWHERE'];

/** Are done to the chosen conversation of the open room, and say to which where the room has others that are open. */
const OF_CONVERSATION: ReadonlySet<CommandId> = new Set(['room.transfer', 'room.takeOver', 'room.snooze', 'room.wake', 'room.resolve']);

/** What can be reached now: what pages hold, the pages themselves, and what can be done here. */
function useGroups(typed: string): Group[] {
  const text = useText();
  const sources = usePaletteSources((state) => state.sources);
  const registrations = useActive((state) => state.registrations);
  const keysOf = useWorkingKeys();
  return useMemo(() => {
    const channel = sources.map(({ meant }) => meant()).find((one) => one !== null) ?? null;
    const nameOf = (id: CommandId) => {
      const deed = text(entryOf(id).name);
      return channel === null || !OF_CONVERSATION.has(id) ? deed : text('COMMUNICATIONS_DEED_ON', { deed, channel });
    };
    const offered = new Set(registrations.map(({ id }) => id));
    const commands = (groups: readonly CommandGroup[]) =>
      commandIds
        .map((id) => ({ id, entry: entryOf(id) }))
        .filter(({ id, entry }) => offered.has(id) && entry.keyOnly === undefined && groups.includes(entry.group))
        .toSorted((a, b) => groups.indexOf(a.entry.group) - groups.indexOf(b.entry.group))
        .map(({ id, entry }) => ({
          id,
          name: nameOf(id),
          icon: entry.icon,
          keys: keysOf(id),
          run: () => activeRun(id)?.('palette'),
        }));
    const all: Group[] = [
      { name: 'COMMANDS_ROOM', entries: commands(['ROOM']) },
      ...together(
        sources.map(({ group, entries }) => ({ group, entries: entries() })),
        'COMMUNICATIONS_ROOMS',
      ).map(({ group, entries }) => ({ name: group, entries: entries.map((entry) => ({ ...entry, keys: '' })) })),
      { name: 'COMMANDS_PAGES', entries: commands(['PAGES']) },
      { name: 'COMMANDS_ACTIONS', entries: commands(actionGroups) },
    ];
    return all
      .map(({ name, entries }) => ({ name, entries: matching(entries, typed, MOST_OF_A_GROUP) }))
      .filter(({ entries }) => entries.length > 0);
  }, [sources, registrations, keysOf, text, typed]);
}

/** A name in which what was typed stands out. */
function Name({ name, typed }: { name: string; typed: string }) {
  return partsOf(name, typed).map(({ text, isMatch }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other identity than their place.
    isMatch ? <b key={place}>{text}</b> : <Fragment key={place}>{text}</Fragment>,
  );
}

/** Which keys do what in here. */
function Keys() {
  const text = useText();
  const all = useWorkingKeys()('shortcuts.show');
  return (
    <div className={styles.keys}>
      <span className={styles.key}>
        <Strokes keys="arrowup" />
        <Strokes keys="arrowdown" /> {text('COMMANDS_KEYS_CHOOSE')}
      </span>
      <span className={styles.key}>
        <Strokes keys="enter" /> {text('COMMANDS_KEYS_DO')}
      </span>
      <span className={styles.key}>
        <Strokes keys="escape" /> {text('COMMANDS_KEYS_CLOSE')}
      </span>
      {all === '' ? null : (
        <span className={styles.all}>
          <Strokes keys={all} /> {text('COMMANDS_KEYS_ALL')}
        </span>
      )}
    </div>
  );
}

/** One field in which rooms, people, pages and actions are found by their names (interface: the frame). */
export function CommandPalette({ onClose, onShow }: { onClose: () => void; onShow: Show }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [end, setEnd] = useState<Entry | 'dismissed' | null>(null);
  const [before] = useState(() => document.activeElement);
  const combobox = useCombobox({ opened: true });
  const groups = useGroups(typed);
  const { selectFirstOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is found anew, Enter takes the first of it.
  useEffect(() => {
    // The options of the first opening are not there before the next frame.
    const frame = requestAnimationFrame(() => selectFirstOption());
    return () => cancelAnimationFrame(frame);
  }, [groups, selectFirstOption]);
  const found = groups.flatMap(({ entries }) => entries);
  const { accountId } = useCurrentUser();
  const opensPeople = useCan(['settings', 'open']);
  const seesPeople = useCan(['colleagues', 'read']);
  const seesRooms = useCan(['rooms', 'read']);
  const [pageHoldsRooms] = useState(() => usePaletteSources.getState().sources.some(({ group }) => group === 'COMMUNICATIONS_ROOMS'));
  return (
    <Kit>
      {seesRooms ? <RoomsInPalette typed={typed} withNewest={!pageHoldsRooms} /> : null}
      {seesPeople && accountId !== null ? <PeopleInPalette accountId={accountId} opens={opensPeople} onShow={onShow} /> : null}
      <Modal.Root
        opened={end === null}
        onClose={() => setEnd('dismissed')}
        // Done once the dialog is gone: what it does may put the focus somewhere.
        onExitTransitionEnd={() => {
          onClose();
          if (end !== 'dismissed') end?.run();
          else if (before instanceof HTMLElement) before.focus();
        }}
        returnFocus={false}
        padding={0}
        size={640}
        // Near the top: what is found below the field comes and goes while one types, and the field stays where it is.
        centered={false}
        yOffset="min(112px, 12vh)"
        transitionProps={{ duration: 0 }}
      >
        <Modal.Overlay />
        <Modal.Content aria-label={text('COMMANDS_OPEN_PALETTE')}>
          <Combobox
            store={combobox}
            withinPortal={false}
            classNames={{ groupLabel: styles.group ?? '' }}
            onOptionSubmit={(id) => setEnd(found.find((entry) => entry.id === id) ?? null)}
          >
            <Combobox.EventsTarget>
              <TextInput
                data-autofocus
                variant="unstyled"
                classNames={{ input: styles.input ?? '' }}
                leftSection={<Icon name="search" size={20} />}
                leftSectionWidth={48}
                placeholder={text('COMMANDS_FIND')}
                aria-label={text('COMMANDS_FIND')}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                onKeyDown={(event) => {
                  // The list of found things keeps Escape for itself.
                  const isClose = event.key === 'Escape' || (event.code === 'KeyK' && (event.ctrlKey || event.metaKey));
                  if (!isClose) return;
                  event.preventDefault();
                  setEnd('dismissed');
                }}
              />
            </Combobox.EventsTarget>
            <Combobox.Options className={styles.options ?? ''} aria-label={text('COMMANDS_FOUND')} tabIndex={0}>
              {groups.map(({ name, entries }) => (
                <Combobox.Group key={name} label={text(name)}>
                  {entries.map((entry) => (
                    <Combobox.Option key={entry.id} value={entry.id} className={styles.option ?? ''}>
                      <span className={styles.face}>{entry.face ?? <Icon name={entry.icon} size={20} />}</span>
                      <span className={styles.name}>
                        <Name name={entry.name} typed={typed} />
                        {entry.detail === undefined ? null : <span className={styles.detail}> {entry.detail}</span>}
                      </span>
                      <span className={styles.end}>
                        {entry.mark}
                        {entry.keys === '' ? null : (
                          <span className={styles.strokes}>
                            <Strokes keys={entry.keys} />
                          </span>
                        )}
                      </span>
                    </Combobox.Option>
                  ))}
                </Combobox.Group>
              ))}
              {found.length === 0 ? <Combobox.Empty>{text('COMMANDS_NOTHING_FOUND', { words: typed })}</Combobox.Empty> : null}
            </Combobox.Options>
            <Keys />
          </Combobox>
        </Modal.Content>
      </Modal.Root>
    </Kit>
  );
}
