import { Button } from '@mantine/core';
import type { Mailbox, MailboxTest as Result } from '@parley/contract';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { mailProblemWords } from '../channels/health-words.ts';
import { Outcome } from '../channels/Outcome.tsx';
import { useScope } from '../scope.ts';
import styles from './Mailboxes.module.css';
import { type MailboxValues, requireFit, secretsOf, settingsOf } from './mailbox-values.ts';
import { faultsOf } from './mailbox-words.ts';

function ServerResult({ name, said }: { name: string; said: NonNullable<Result['incoming']> }) {
  const text = useText();
  const { problem, answer } = said;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Outcome weight={problem === null ? 'well' : 'trouble'}>
          {problem === null ? text('MAILBOXES_TEST_WORKED') : `${text('MAILBOXES_TEST_FAILED')} ${text(mailProblemWords[problem])}`}
        </Outcome>
        {problem === null || answer === null ? null : <span className={styles.answer}>{answer}</span>}
      </dd>
    </>
  );
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

interface MailboxTestProps {
  form: Form<MailboxValues>;
  /** Whose kept secrets stand in for those that are not entered; null of one that is being made. */
  mailbox: Mailbox | null;
}

/** Tries what is filled in, saved or not (administration, section 8: connection test). What is changed afterwards is not what was tried. */
export function MailboxTest({ form, mailbox }: MailboxTestProps) {
  const text = useText();
  const { accountId } = useScope();
  const [tried, setTried] = useState<{ result: Result; values: MailboxValues } | null>(null);
  const test = async (values: MailboxValues) => {
    setTried(null);
    const kept = mailbox?.secretsSet ?? null;
    requireFit({ ...values, isSigned: false }, kept);
    const body = { ...settingsOf({ ...values, isSigned: false }), ...secretsOf(values, kept) };
    try {
      const of = mailbox === null ? {} : { mailboxId: mailbox.id };
      setTried({ result: await api.mailboxes.tryOut({ params: { accountId }, body: { ...of, ...body } }), values });
    } catch (problem) {
      if (Object.keys(faultsOf(problem)).length > 0) throw problem;
      toastProblem(problem);
    }
  };
  const result = tried !== null && tried.values === form.values ? tried.result : null;
  return (
    <FormSection title={text('MAILBOXES_TEST')} why={text('MAILBOXES_TEST_WHY')}>
      <div>
        <Button variant="default" loading={form.saving} onClick={() => void form.submit(test)}>
          {text('MAILBOXES_TEST_RUN')}
        </Button>
      </div>
      <div role="status">
        {result === null ? null : (
          // At phone width it comes below the edge of the page.
          <dl ref={intoView} className={styles.results}>
            {result.incoming === null ? null : <ServerResult name={text('MAILBOXES_TEST_INCOMING')} said={result.incoming} />}
            {result.outgoing === null ? null : <ServerResult name={text('MAILBOXES_TEST_OUTGOING')} said={result.outgoing} />}
          </dl>
        )}
      </div>
    </FormSection>
  );
}
