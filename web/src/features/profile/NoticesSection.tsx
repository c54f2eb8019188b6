import { ActionIcon, Button, Input, Select, Switch } from '@mantine/core';
import { changedSettings, NoticeKind, NoticeSound, type OwnNotices } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, useSyncExternalStore } from 'react';
import { orpc } from '../../api/client.ts';
import { FormSection } from '../../forms/FormSection.tsx';
import { report } from '../../report.ts';
import { useCurrentUser, useUserChanged } from '../../session/current-user.ts';
import { type TextKey, useText } from '../../text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { toastProblem } from '../../ui/toast.ts';
import {
  type Allowed,
  allowedChanged,
  allowedNow,
  canBeHeard,
  onAllowedChange,
  onHeardChange,
  play,
  showOnDesktop,
} from '../notices/public.ts';
import styles from './NoticesSection.module.css';
import { PushSwitch } from './PushSwitch.tsx';

const kindNames = {
  MESSAGE: 'NOTICES_KIND_MESSAGE',
  ASSIGNED: 'NOTICES_KIND_ASSIGNED',
  WAITING: 'NOTICES_KIND_WAITING',
  COLLEAGUE: 'NOTICES_KIND_COLLEAGUE',
  MENTION: 'NOTICES_KIND_MENTION',
  CHANGE: 'NOTICES_KIND_CHANGE',
} as const satisfies Record<NoticeKind, TextKey>;
const soundNames = {
  NONE: 'NOTICES_SOUND_NONE',
  CHIME: 'NOTICES_SOUND_CHIME',
  BELL: 'NOTICES_SOUND_BELL',
  KNOCK: 'NOTICES_SOUND_KNOCK',
  DROP: 'NOTICES_SOUND_DROP',
} as const satisfies Record<NoticeSound, TextKey>;
const allowedWords = {
  granted: 'NOTICES_CHECK_GRANTED',
  default: 'NOTICES_CHECK_DEFAULT',
  denied: 'NOTICES_CHECK_DENIED',
  missing: 'NOTICES_CHECK_MISSING',
  insecure: 'NOTICES_CHECK_INSECURE',
} as const satisfies Record<Allowed, TextKey>;
const TRIAL_AFTER = 5000;

/** Which events ring and how, and what of it this browser lets through. */
export function NoticesSection() {
  const text = useText();
  const { settings } = useCurrentUser();
  const userChanged = useUserChanged();
  const choose = useMutation(
    orpc.users.changeSettings.mutationOptions({ onSuccess: (settings) => userChanged({ settings }), onError: toastProblem }),
  );
  const { notices } = choose.isPending ? changedSettings(settings, choose.variables.body) : settings;
  const change = (kind: NoticeKind, choice: Partial<OwnNotices[NoticeKind]>) => choose.mutate({ body: { notices: { [kind]: choice } } });
  return (
    <FormSection title={text('NOTICES_SECTION')} why={text('NOTICES_SECTION_WORDS')}>
      <ul className={styles.kinds}>
        {NoticeKind.options.map((kind) => {
          const event = text(kindNames[kind]);
          const { desktop, sound } = notices[kind];
          return (
            <li key={kind} className={styles.kind}>
              <span className={styles.event}>{event}</span>
              <Switch
                label={text('NOTICES_DESKTOP')}
                aria-label={text('NOTICES_DESKTOP_OF', { event })}
                checked={desktop}
                disabled={choose.isPending}
                onChange={({ currentTarget }) => change(kind, { desktop: currentTarget.checked })}
              />
              <span className={styles.sound}>
                <Select
                  aria-label={text('NOTICES_SOUND_OF', { event })}
                  data={NoticeSound.options.map((value) => ({ value, label: text(soundNames[value]) }))}
                  value={sound}
                  allowDeselect={false}
                  disabled={choose.isPending}
                  onChange={(value) => {
                    const chosen = NoticeSound.parse(value);
                    play(chosen);
                    change(kind, { sound: chosen });
                  }}
                />
                <ActionIcon
                  aria-label={text('NOTICES_PLAY', { sound: text(soundNames[sound]) })}
                  title={text('NOTICES_PLAY', { sound: text(soundNames[sound]) })}
                  disabled={sound === 'NONE'}
                  onClick={() => play(sound)}
                >
                  <Icon name="bell" />
                </ActionIcon>
              </span>
            </li>
          );
        })}
      </ul>
      <BrowserCheck />
      <PushSwitch />
    </FormSection>
  );
}

/** What the browser blocks, how to allow it, and a trial. */
function BrowserCheck() {
  const text = useText();
  const id = useId();
  const allowed = useSyncExternalStore(onAllowedChange, allowedNow);
  const [isTrying, setTrying] = useState(false);
  const isHeard = useSyncExternalStore(onHeardChange, canBeHeard);
  const ask = () => Notification.requestPermission().then(allowedChanged, report);
  const attempt = () => {
    setTrying(true);
    setTimeout(() => {
      setTrying(false);
      play('BELL');
      showOnDesktop('trial', { title: 'Parley', body: text('NOTICES_TRIAL') }, '/profile', () => {}).catch(report);
    }, TRIAL_AFTER);
  };
  return (
    <section aria-labelledby={id}>
      <Input.Label id={id} component="div">
        {text('NOTICES_CHECK')}
      </Input.Label>
      <p className={styles.state} data-good={allowed === 'granted'} role="status">
        <Icon name={allowed === 'granted' ? 'check' : 'alert'} />
        <span>{text(allowedWords[allowed])}</span>
      </p>
      <p className={styles.state} data-good={isHeard}>
        <Icon name={isHeard ? 'check' : 'alert'} />
        <span>{text(isHeard ? 'NOTICES_CHECK_SOUND' : 'NOTICES_CHECK_NO_SOUND')}</span>
      </p>
      <div className={styles.actions}>
        {allowed === 'default' ? (
          <Button variant="default" onClick={() => void ask()}>
            {text('NOTICES_ALLOW')}
          </Button>
        ) : null}
        {allowed === 'granted' ? (
          <Button variant="default" disabled={isTrying} onClick={attempt}>
            {text(isTrying ? 'NOTICES_TRYING' : 'NOTICES_TRY')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
