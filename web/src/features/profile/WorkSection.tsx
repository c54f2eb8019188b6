import { Input, SegmentedControl, Switch } from '@mantine/core';
import { changedSettings } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { orpc } from '../../api/client.ts';
import { SingleKeysSwitch } from '../../commands/SingleKeysSwitch.tsx';
import { FormSection } from '../../forms/FormSection.tsx';
import { densities, modes, themeNames } from '../../frame/look-names.ts';
import { useCan, useCurrentUser, useUserChanged } from '../../session/current-user.ts';
import { type TextKey, useText } from '../../text.ts';
import { setLook, useLook } from '../../theme/look.ts';
import { toastProblem } from '../../ui/toast.ts';
import styles from './Profile.module.css';

interface ChoiceProps<T extends string> {
  title: TextKey;
  options: Record<T, TextKey>;
  chosen: T;
  onChoose: (option: T) => void;
}

function Choice<T extends string>({ title, options, chosen, onChoose }: ChoiceProps<T>) {
  const text = useText();
  const id = useId();
  return (
    <div>
      <Input.Label id={id} component="div">
        {text(title)}
      </Input.Label>
      <SegmentedControl<T>
        aria-labelledby={id}
        className={styles.choice ?? ''}
        data={(Object.keys(options) as T[]).map((value) => ({ value, label: text(options[value]) }))}
        value={chosen}
        onChange={onChoose}
      />
    </div>
  );
}

/** Whether Enter sends, how close things stand, light or dark, in which colours. */
export function WorkSection() {
  const text = useText();
  const { settings } = useCurrentUser();
  const userChanged = useUserChanged();
  const writes = useCan(['rooms', 'send']);
  const look = useLook();
  const choose = useMutation(
    orpc.users.changeSettings.mutationOptions({ onSuccess: (settings) => userChanged({ settings }), onError: toastProblem }),
  );
  const { enterSends } = choose.isPending ? changedSettings(settings, choose.variables.body) : settings;
  return (
    <FormSection title={text('PROFILE_WORK')} why={text(writes ? 'PROFILE_WORK_WORDS' : 'PROFILE_WORK_WORDS_LOOK')}>
      {writes ? (
        <Switch
          label={text('PROFILE_ENTER_SENDS')}
          description={text(enterSends ? 'PROFILE_ENTER_SENDS_ON' : 'PROFILE_ENTER_SENDS_OFF')}
          checked={enterSends}
          disabled={choose.isPending}
          onChange={(event) => choose.mutate({ body: { enterSends: event.currentTarget.checked } })}
        />
      ) : null}
      <SingleKeysSwitch />
      <Choice title="FRAME_MODE" options={modes} chosen={look.mode} onChoose={(mode) => setLook({ mode })} />
      <Choice title="FRAME_DENSITY" options={densities} chosen={look.density} onChoose={(density) => setLook({ density })} />
      <Choice title="FRAME_THEME" options={themeNames} chosen={look.theme} onChoose={(theme) => setLook({ theme })} />
    </FormSection>
  );
}
