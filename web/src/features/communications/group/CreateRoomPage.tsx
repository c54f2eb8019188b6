import { Textarea, TextInput } from '@mantine/core';
import { INTERNAL_CHANNEL_ID, MESSAGE_TEXT_LIMIT, ROOM_NAME_LIMIT } from '@parley/contract';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useConnection } from '../../../realtime/connection.tsx';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { usePresenceInStep } from '../colleagues/presence.ts';
import { ColleaguePicker } from './ColleaguePicker.tsx';
import { createRoom } from './deeds.ts';
import { emptyRoomValues, type NewRoomValues, newRoomRules } from './new-room-values.ts';

const toRooms = linkOptions({ to: '/communications/{-$roomId}', params: { roomId: undefined }, search: { show: 'internal' } });

/** Begins a chat with one colleague, or a group of several (communications, section 2, `/communications/create`). */
export function CreateRoomPage() {
  const text = useText();
  const navigate = useNavigate();
  const { id: me } = useCurrentUser();
  const line = useConnection();
  usePresenceInStep(line);
  const [idOf] = useState(askedIds);
  const form = useForm<NewRoomValues>({
    values: emptyRoomValues,
    rules: newRoomRules,
    fieldsOfProblems: { USER_NOT_FOUND: 'users', ROOM_GROUP_NEEDS_MORE_USERS: 'users', ROOM_NAME_OF_GROUPS_ONLY: 'name' },
  });
  const isGroup = form.values.users.length > 1;
  const create = async ({ users, name, message }: NewRoomValues) => {
    const asked = { userIds: users, name: users.length > 1 && name.trim() !== '' ? name.trim() : undefined };
    const { id: roomId } = await createRoom({ ...asked, clientRoomId: idOf(asked) });
    if (message.trim() !== '') {
      const payload = { clientMessageId: idOf([roomId, message]), roomId, channelId: INTERNAL_CHANNEL_ID, text: message } as const;
      await api.rooms.send({ params: { roomId }, body: { type: 'Text', payload } });
    }
    // What was typed is kept now: the page may be left.
    form.reset();
    await navigate({ ...toRooms, params: { roomId }, replace: true });
  };
  return (
    <Sheet title={text('COLLEAGUES_NEW')} back={{ to: toRooms, label: text('COMMUNICATIONS_BACK_TO_ROOMS') }}>
      <FormBody form={form} save={text(isGroup ? 'COLLEAGUES_CREATE_GROUP' : 'COLLEAGUES_CREATE')} onSave={create}>
        <FormSection title={text('COLLEAGUES_WHO')} why={text('COLLEAGUES_WHO_WHY')}>
          <ColleaguePicker
            name="users"
            chosen={form.values.users}
            onChange={(users) => form.set('users', users)}
            without={[me]}
            error={form.typed('users').error}
            takesFocus
          />
        </FormSection>
        {isGroup ? (
          <FormSection title={text('COLLEAGUES_GROUP')} why={text('COLLEAGUES_GROUP_WHY')}>
            <TextInput {...form.typed('name')} label={<Label name={text('COLLEAGUES_NAME')} optional />} maxLength={ROOM_NAME_LIMIT} />
          </FormSection>
        ) : null}
        <FormSection title={text('COLLEAGUES_FIRST_MESSAGE')} why={text('COLLEAGUES_FIRST_MESSAGE_WHY')}>
          <Textarea
            {...form.typed('message')}
            label={<Label name={text('COLLEAGUES_MESSAGE')} optional />}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={MESSAGE_TEXT_LIMIT}
          />
        </FormSection>
      </FormBody>
    </Sheet>
  );
}
