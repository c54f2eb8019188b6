import type { TransferPerson, TransferTargets } from '@parley/contract';
import type { ReactNode } from 'react';
import { chatStatusNames } from '../../../frame/chat-status-names.ts';
import { roleNames } from '../../../frame/role-names.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import styles from './TransferDialog.module.css';
import type { Target } from './TransferDialog.tsx';

interface TransferTargetListProps {
  found: TransferTargets;
  /** Who holds it now, and in which queue it waits: it need not go there. */
  holderId: string | null;
  waitsInId: string | null;
  target: Target | null;
  onChoose: (target: Target) => void;
}

interface ChoiceProps {
  id: string;
  name: string;
  /** Said below the name. */
  detail?: string;
  mark: ReactNode;
  facts: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ id, name, detail, mark, facts, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice} data-chosen={isChosen}>
      <input type="radio" name="transfer-target" value={id} checked={isChosen} onChange={onChoose} className={styles.radio} />
      <span className={styles.mark}>{mark}</span>
      <span className={styles.names}>
        <span className={styles.name}>{name}</span>
        {detail === undefined ? null : <span className={styles.detail}> {detail}</span>}
      </span>
      <span className={styles.facts}>{facts}</span>
    </label>
  );
}

/** Whoever has no window open is as good as offline, whatever they chose. */
const standing = ({ chatStatus, isThere }: TransferPerson) => (isThere ? chatStatus : 'offline');

/** People and queues to choose one from, with what tells whether it is a good choice: who is ready, and how much they hold. */
export function TransferTargetList({ found, holderId, waitsInId, target, onChoose }: TransferTargetListProps) {
  const text = useText();
  const people = found.people.filter(({ id }) => id !== holderId);
  const queues = found.queues.filter(({ id }) => id !== waitsInId);
  if (people.length + queues.length === 0) return <p className={styles.nothing}>{text('TRANSFER_NOBODY')}</p>;
  const isChosen = (id: string) => target !== null && (target.to.type === 'USER' ? target.to.userId : target.to.queueId) === id;
  return (
    <>
      {people.length === 0 ? null : (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{text('TRANSFER_PEOPLE')}</legend>
          {people.map((person) => {
            const name = `${person.firstName} ${person.lastName}`.trim();
            const status = text(chatStatusNames[standing(person)]);
            return (
              <Choice
                key={person.id}
                id={person.id}
                name={name}
                detail={[text(roleNames[person.role]), person.jobTitle].filter((part) => part !== '').join(' · ')}
                mark={
                  <ColleagueAvatar name={name} pictureId={person.pictureId} size={28} badge={<StatusDot status={standing(person)} />} />
                }
                facts={`${status} · ${text('TRANSFER_IN_HAND', { count: person.inHand })}`}
                isChosen={isChosen(person.id)}
                onChoose={() => onChoose({ to: { type: 'USER', userId: person.id }, name })}
              />
            );
          })}
        </fieldset>
      )}
      {queues.length === 0 ? null : (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{text('TRANSFER_QUEUES')}</legend>
          {queues.map(({ id, name, readyAgents, waiting }) => (
            <Choice
              key={id}
              id={id}
              name={name}
              mark={<Icon name="queue" size={20} />}
              facts={`${text('TRANSFER_READY', { count: readyAgents })} · ${text('TRANSFER_WAITING', { count: waiting })}`}
              isChosen={isChosen(id)}
              onChoose={() => onChoose({ to: { type: 'QUEUE', queueId: id }, name })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
