import { Button, ColorInput, MantineThemeProvider, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { AccountLanguage, type WidgetDetails } from '@parley/contract';
import { copyText } from '../../../forms/copy-text.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { currentLanguage, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { BlockedVisitors } from './BlockedVisitors.tsx';
import { IdentitySecret } from './IdentitySecret.tsx';
import styles from './Widget.module.css';
import { WidgetAsks } from './WidgetAsks.tsx';
import { lengthOf, NO_RESET, sessionChoices, type WidgetValues } from './widget-values.ts';

/** The line that a website puts into its pages. */
const snippetOf = (id: string) => `<script async src="${location.origin}/widget.js" data-widget="${id}"></script>`;

function Snippet({ widget }: { widget: WidgetDetails }) {
  const text = useText();
  const line = snippetOf(widget.id);
  return (
    <div className={styles.snippet}>
      <Textarea
        label={text('WIDGETS_SNIPPET')}
        description={text('WIDGETS_SNIPPET_WORDS')}
        classNames={{ input: styles.code ?? '' }}
        value={line}
        readOnly
        autosize
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => void copyText(line)}>
        {text('FORM_COPY')}
      </Button>
    </div>
  );
}

/** Fields of a website's chat: where it stands, what it says, how it looks, how long visitors are known. */
export function WidgetSections({ form, widget }: { form: Form<WidgetValues>; widget: WidgetDetails }) {
  const text = useText();
  const labels = { saturationLabel: text('WIDGETS_COLOR_SATURATION'), hueLabel: text('WIDGETS_COLOR_HUE') };
  const pickerNames = { components: { ColorPicker: { defaultProps: labels } } };
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'language' });
  const lengths = (kept: number | null) =>
    [...new Set([...sessionChoices, ...(kept === null ? [] : [kept])])]
      .toSorted((a, b) => a - b)
      .map((minutes) => {
        const { key, count } = lengthOf(minutes);
        return { value: String(minutes), label: text(key, { count }) };
      });
  return (
    <>
      <FormSection title={text('WIDGETS_SITES')} why={text('WIDGETS_SITES_WHY')}>
        {widget.allowedSites.length === 0 ? (
          <p className={styles.note}>
            <Icon name="alert" />
            {text('WIDGETS_NO_SITE')}
          </p>
        ) : null}
        <Textarea
          label={text('WIDGETS_ALLOWED_SITES')}
          description={text('WIDGETS_ALLOWED_SITES_WORDS')}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          autoCapitalize="none"
          {...form.typed('allowedSites')}
        />
        <Snippet widget={widget} />
      </FormSection>
      <FormSection title={text('WIDGETS_WORDS')} why={text('WIDGETS_WORDS_WHY')}>
        <Select
          label={text('WIDGETS_LANGUAGE')}
          data={AccountLanguage.options.map((value) => ({ value, label: names.of(value) ?? value }))}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          {...form.chosen('language')}
        />
        <Switch label={text('WIDGETS_FOLLOWS')} description={text('WIDGETS_FOLLOWS_WORDS')} {...form.switched('followsVisitor')} />
        <TextInput label={<Label name={text('WIDGETS_HEADER')} optional />} {...form.typed('headerText')} />
        <Textarea
          label={<Label name={text('WIDGETS_WELCOME')} optional />}
          autosize
          minRows={2}
          maxRows={6}
          {...form.typed('welcomeMessage')}
        />
      </FormSection>
      <FormSection title={text('WIDGETS_LOOK')} why={text('WIDGETS_LOOK_WHY')}>
        {/* The only way to the names of what a field of colours opens. */}
        <MantineThemeProvider inherit theme={pickerNames}>
          <div className={styles.two}>
            {(['primaryColor', 'secondaryColor'] as const).map((field) => {
              const { onChange: _typed, ...shown } = form.typed(field);
              return (
                <ColorInput
                  key={field}
                  label={text(field === 'primaryColor' ? 'WIDGETS_PRIMARY_COLOR' : 'WIDGETS_SECONDARY_COLOR')}
                  format="hex"
                  withEyeDropper={false}
                  popoverProps={{ withinPortal: false }}
                  {...shown}
                  onChange={(color) => form.set(field, color)}
                />
              );
            })}
          </div>
        </MantineThemeProvider>
      </FormSection>
      <WidgetAsks form={form} />
      <FormSection title={text('WIDGETS_SESSION')} why={text('WIDGETS_SESSION_WHY')}>
        <Select
          label={text('WIDGETS_SESSION_MINUTES')}
          data={lengths(widget.sessionMinutes)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          {...form.chosen('sessionMinutes')}
        />
        <Select
          label={text('WIDGETS_RESET_AFTER')}
          data={[{ value: NO_RESET, label: text('WIDGETS_NO_RESET') }, ...lengths(widget.resetAfterMinutes)]}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          {...form.chosen('resetAfterMinutes')}
        />
        <IdentitySecret widget={widget} />
      </FormSection>
      <FormSection title={text('WIDGETS_ABOUT')} why={text('WIDGETS_ABOUT_WHY')}>
        <TextInput label={<Label name={text('WIDGETS_NAME')} />} description={text('WIDGETS_NAME_WORDS')} {...form.typed('name')} />
        <Textarea label={<Label name={text('WIDGETS_DESCRIPTION')} optional />} autosize minRows={2} {...form.typed('description')} />
      </FormSection>
      <BlockedVisitors />
    </>
  );
}
