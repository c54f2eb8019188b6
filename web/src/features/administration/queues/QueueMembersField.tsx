import { ActionIcon, NativeSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueueMember, USUAL_SKILL, type UserDetails } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useScope } from '../scope.ts';
import { fullName } from '../users/person-name.ts';
import styles from './Queues.module.css';
import { asText, membersOf, type QueueValues } from './queue-values.ts';

const skills = Array.from({ length: 10 }, (_, at) => 10 - at);
const SEARCH_AFTER_MS = 200;

interface MemberLineProps {
  member: QueueMember;
  onChange: (member: QueueMember) => void;
  onRemove: () => void;
}

function MemberLine({ member, onChange, onRemove }: MemberLineProps) {
  const text = useText();
  const name = fullName(member);
  const isWithoutTitle = member.jobTitle.trim() === '';
  return (
    <li className={styles.member}>
      <span className={styles.who}>
        <ColleagueAvatar name={name} pictureId={member.pictureId} size={28} />
        <span className={styles.name}>
          {name} {member.active ? null : <span className={styles.inactive}>({text('QUEUES_MEMBER_INACTIVE')})</span>}
        </span>
      </span>
      <NativeSelect
        className={styles.skill ?? ''}
        aria-label={text('QUEUES_MEMBER_SKILL', { name })}
        data={skills.map((skill) => ({ value: String(skill), label: text('QUEUES_SKILL_OF', { skill }) }))}
        value={String(member.skill)}
        onChange={(event) => onChange({ ...member, skill: Number(event.currentTarget.value) })}
      />
      <TextInput
        className={styles.job ?? ''}
        aria-label={text('QUEUES_MEMBER_JOB', { name })}
        title={text('QUEUES_JOB_TITLE')}
        value={member.jobTitle}
        maxLength={80}
        // A form leads to the field that is named as what it complains of.
        {...(isWithoutTitle ? { name: 'members', error: true } : {})}
        onChange={(event) => onChange({ ...member, jobTitle: event.currentTarget.value })}
      />
      <ActionIcon onClick={onRemove} aria-label={text('QUEUES_MEMBER_REMOVE', { name })} title={text('QUEUES_MEMBER_REMOVE', { name })}>
        <Icon name="x" />
      </ActionIcon>
    </li>
  );
}

/** People of the account by part of their name, without those who are in the queue already. */
function usePeople(typed: string, isOpen: boolean, members: readonly QueueMember[]): readonly UserDetails[] | null {
  const { accountId } = useScope();
  const [search] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const people = useQuery({
    ...orpc.people.list.queryOptions({
      input: { params: { accountId }, query: { status: 'active', size: 50, ...(search === '' ? {} : { search }) } },
    }),
    enabled: isOpen,
  });
  const taken = new Set(members.map(({ userId }) => userId));
  return people.data?.content.filter(({ id }) => !taken.has(id)) ?? null;
}

/** Who stands in a queue: found by name and added, each with skill and job title, and taken out. */
export function QueueMembersField({ form }: { form: Form<QueueValues> }) {
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const members = membersOf(form.values.members);
  const people = usePeople(typed, isOpen, members);
  const put = (next: readonly QueueMember[]) => form.set('members', asText(next));
  const add = (userId: string | null) => {
    const found = people?.find((one) => one.id === userId);
    setTyped('');
    if (found === undefined) return;
    const { firstName, lastName, pictureId } = found;
    const jobTitle = text('QUEUES_JOB_TITLE_USUAL');
    put([...members, { userId: found.id, firstName, lastName, pictureId, active: true, skill: USUAL_SKILL, jobTitle }]);
  };
  const fault = form.faults.members;
  return (
    <div className={styles.members}>
      <Select
        ref={search}
        aria-label={text('QUEUES_MEMBER_ADD')}
        aria-describedby={fault === undefined ? undefined : id}
        placeholder={text('QUEUES_MEMBER_ADD')}
        leftSection={<Icon name="search" />}
        data={people?.map((one) => ({ value: one.id, label: fullName(one) })) ?? []}
        value={null}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        onDropdownOpen={() => setOpen(true)}
        onChange={add}
        // The server has chosen already, also by job title and e-mail address.
        filter={({ options }) => options}
        nothingFoundMessage={people === null ? text('FRAME_LOADING') : text('QUEUES_MEMBER_NOBODY')}
        comboboxProps={{ withinPortal: false }}
      />
      {fault === undefined ? null : (
        <p className={styles.fault} id={id}>
          <FaultWords words={text(fault.key, fault.params)} />
        </p>
      )}
      {members.length === 0 ? <p className={styles.words}>{text('QUEUES_MEMBERS_NONE')}</p> : null}
      <ul className={styles.list} aria-label={text('QUEUES_MEMBERS')}>
        {members.map((member) => (
          <MemberLine
            key={member.userId}
            member={member}
            onChange={(changed) => put(members.map((one) => (one.userId === changed.userId ? changed : one)))}
            onRemove={() => {
              put(members.filter(({ userId }) => userId !== member.userId));
              // The line is gone, and the focus with it.
              search.current?.focus();
            }}
          />
        ))}
      </ul>
    </div>
  );
}
