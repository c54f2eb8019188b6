import { Button, Input, TextInput } from '@mantine/core';
import type { WidgetDetails } from '@parley/contract';
import { useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { copyText } from '../../../forms/copy-text.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { toastProblem } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import styles from './Widget.module.css';

/** The secret with which the site's server signs who its visitors are: made here, told once, and never shown again. */
export function IdentitySecret({ widget }: { widget: WidgetDetails }) {
  const text = useText();
  const { accountId } = useScope();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const make = async () => {
    const made = await api.widgets.newIdentitySecret({ params: { accountId, widgetId: widget.id } });
    setSecret(made.secret);
    await Promise.all([orpc.widgets, orpc.audit].map((part) => queryClient.invalidateQueries({ queryKey: part.key() })));
    return true;
  };
  return (
    <Input.Wrapper label={text('WIDGETS_IDENTITY')} description={text('WIDGETS_IDENTITY_WORDS')} labelElement="div">
      <div className={styles.secret}>
        <span className={styles.beside}>
          <Icon name={widget.hasIdentitySecret ? 'lock' : 'minus'} />
          {text(widget.hasIdentitySecret ? 'FORM_SECRET_SET' : 'FORM_SECRET_NOT_SET')}
        </span>
        <Button variant="default" onClick={() => (widget.hasIdentitySecret ? setAsking(true) : make().catch(toastProblem))}>
          {text(widget.hasIdentitySecret ? 'WIDGETS_IDENTITY_ANOTHER' : 'WIDGETS_IDENTITY_MAKE')}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={text('WIDGETS_IDENTITY_ANOTHER_ASK')}
          words={text('WIDGETS_IDENTITY_ANOTHER_WORDS')}
          verb={text('WIDGETS_IDENTITY_ANOTHER')}
          danger
          onConfirm={make}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {secret === null ? null : <TellSecret secret={secret} onClose={() => setSecret(null)} />}
    </Input.Wrapper>
  );
}

function TellSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const text = useText();
  return (
    <Dialog title={text('WIDGETS_IDENTITY')} onClose={onClose} width={520}>
      <p className={styles.words}>{text('WIDGETS_IDENTITY_ONCE')}</p>
      <div className={styles.first}>
        <TextInput
          className={styles.grows ?? ''}
          classNames={{ input: styles.code ?? '' }}
          label={text('WIDGETS_IDENTITY_SECRET')}
          value={secret}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => void copyText(secret)}>
          {text('FORM_COPY')}
        </Button>
      </div>
      <div className={styles.answers}>
        <Button onClick={onClose}>{text('WIDGETS_IDENTITY_KEPT')}</Button>
      </div>
    </Dialog>
  );
}
