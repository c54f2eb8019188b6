import { Switch } from '@mantine/core';
import { useText } from '../text.ts';
import { setSingleKeys, useSingleKeys } from './single-keys.ts';

/** Switches the letters that do something by themselves on and off. */
export function SingleKeysSwitch() {
  const text = useText();
  const { isOn } = useSingleKeys();
  return (
    <Switch
      label={text('COMMANDS_SINGLE_KEYS')}
      description={text(isOn ? 'COMMANDS_SINGLE_KEYS_ON' : 'COMMANDS_SINGLE_KEYS_OFF')}
      checked={isOn}
      onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
    />
  );
}
