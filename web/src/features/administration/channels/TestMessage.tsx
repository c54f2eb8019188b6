import { Button, TextInput } from '@mantine/core';
import { type ChannelHealth, numberChannels } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText } from '../../../api/api-problem.ts';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { useText } from '../../../text.ts';
import { useScope } from '../scope.ts';
import styles from './Channels.module.css';
import { reasonWords } from './health-words.ts';

/** Sends a message to somebody to see whether the channel works, and says what became of it. */
export function TestMessage({ health }: { health: ChannelHealth }) {
  const text = useText();
  const { accountId } = useScope();
  const [to, setTo] = useState('');
  const [words, setWords] = useState(() => text('CHANNELS_TRY_USUAL'));
  const params = { accountId, channelApplicationId: health.id };
  const send = useMutation({
    mutationFn: () => api.channelHealth.sendTest({ params, body: { to, text: words } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orpc.audit.key() }),
  });
  const outcome = () => {
    if (send.isError) return problemText(send.error);
    if (send.data === undefined) return null;
    if (send.data.outcome === 'ACCEPTED') return text('CHANNELS_TRY_ACCEPTED');
    if (send.data.outcome === 'UNKNOWN') return text('CHANNELS_TRY_UNKNOWN');
    return text('CHANNELS_TRY_REFUSED', { reason: reasonWords(send.data.reason, text) });
  };
  return (
    <FormSection title={text('CHANNELS_TRY')} why={text('CHANNELS_TRY_WHY')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending) send.mutate();
        }}
      >
        <TextInput
          label={<Label name={text('CHANNELS_TRY_TO')} />}
          description={text(numberChannels.has(health.type) ? 'CHANNELS_TRY_TO_NUMBER' : 'CHANNELS_TRY_TO_ID')}
          value={to}
          maxLength={256}
          required
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <TextInput
          label={<Label name={text('CHANNELS_TRY_TEXT')} />}
          value={words}
          maxLength={160}
          required
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={send.isPending}>
          {text('CHANNELS_TRY_SEND')}
        </Button>
      </form>
      <div role="status">
        {outcome() === null ? null : <p className={styles.outcome}>{outcome()}</p>}
        {send.data?.answer == null ? null : <span className={styles.answer}>{send.data.answer}</span>}
      </div>
    </FormSection>
  );
}
