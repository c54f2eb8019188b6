import { Input, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { orpc } from '../../api/client.ts';
import { SingleKeysSwitch } from '../../commands/SingleKeysSwitch.tsx';
import { FormSection } from '../../forms/FormSection.tsx';
import { densities, modes } from '../../frame/UserMenu.tsx';
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

/** Whether Enter sends, how close things stand, light or dark. */
export function WorkSection() {
  const text = useText();
  const user = useCurrentUser();
  const userChanged = useUserChanged();
  const writes = useCan(['rooms', 'send']);
  const look = useLook();
  const { setColorScheme } = useMantineColorScheme();
  const choose = useMutation(
    orpc.users.setSettings.mutationOptions({ onSuccess: (settings) => userChanged({ ...user, settings }), onError: toastProblem }),
  );
  const enterSends = choose.isPending ? choose.variables.body.enterSends : user.settings.enterSends;
  return (
    <FormSection title={text('PROFILE_WORK')} why={text(writes ? 'PROFILE_WORK_WORDS' : 'PROFILE_WORK_WORDS_LOOK')}>
      {writes ? (
        <Switch
          label={text('PROFILE_ENTER_SENDS')}
          description={text(enterSends ? 'PROFILE_ENTER_SENDS_ON' : 'PROFILE_ENTER_SENDS_OFF')}
          checked={enterSends}
          disabled={choose.isPending}
          onChange={(event) => choose.mutate({ body: { ...user.settings, enterSends: event.currentTarget.checked } })}
        />
      ) : null}
      <SingleKeysSwitch />
      <Choice title="FRAME_MODE" options={modes} chosen={look.mode} onChoose={setColorScheme} />
      <Choice title="FRAME_DENSITY" options={densities} chosen={look.density} onChoose={(density) => setLook({ density })} />
    </FormSection>
  );
}
