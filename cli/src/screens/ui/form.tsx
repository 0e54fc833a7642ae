import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { type ReactNode, useEffect, useState } from 'react';
import type { FailureReport } from '../../failure.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { Button } from './confirm.tsx';
import { Choice, type ChoiceOption, TextField } from './inputs.tsx';
import { Failure, Page, useRoom, Waiting } from './page.tsx';
import { useTones } from './terminal.tsx';

/** A text field, or a choice if it has options. */
interface ScreenField<Name extends string> {
  name: Name;
  label: string;
  isHidden?: boolean;
  options?: readonly ChoiceOption<string>[];
  /** The sentence for an empty list of options. */
  none?: string;
  hint?: string;
}

interface FormProps<Name extends string> {
  title: string;
  lead?: ReactNode;
  fields: readonly ScreenField<Name>[];
  values: Readonly<Record<Name, string>>;
  errors?: Readonly<Partial<Record<string, string>>>;
  submit: string;
  /** Enter in the last field submits. */
  submitsAtEnd?: boolean;
  /** The field with the first focus. */
  startsIn?: Name;
  /** The sentence while the work runs. */
  doing?: string | null;
  failure?: FailureReport | null;
  onChange(name: Name, value: string): void;
  onSubmit(): void;
  onBack?(): void;
}

const { keys } = terminalScreens;
const LABEL = 24;
const noErrors: Readonly<Partial<Record<string, string>>> = {};

/** Tab and arrows move, Enter moves to the next field and submits at the end. */
export function Form<Name extends string>(form: FormProps<Name>) {
  const {
    title,
    lead,
    fields,
    values,
    errors = noErrors,
    submit,
    submitsAtEnd = false,
    doing = null,
    failure = null,
    onChange,
    onSubmit,
    onBack,
  } = form;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      fields.findIndex(({ name }) => name === form.startsIn),
    ),
  );
  const [isChoosing, setIsChoosing] = useState(false);
  const { columns } = useRoom();
  useEffect(() => {
    const wrong = fields.findIndex(({ name }) => errors[name]);
    if (wrong >= 0) setAt(wrong);
  }, [errors]);
  const field = fields[at];
  const step = (by: number) => setAt((at + by + fields.length + 1) % (fields.length + 1));
  const advance = () => {
    if (field?.options) return setIsChoosing(true);
    if (at < fields.length - (submitsAtEnd ? 1 : 0)) return step(1);
    onSubmit();
  };
  const choice = isChoosing && field?.options && (
    <Choice
      title={field.label}
      options={field.options}
      chosen={values[field.name]}
      none={field.none ?? terminalScreens.nothingFound}
      onBack={() => setIsChoosing(false)}
      onChoose={(value) => {
        onChange(field.name, value);
        setIsChoosing(false);
        step(1);
      }}
    />
  );
  const acts = [
    { names: ['enter'] as const, label: field?.options ? keys.choose : at < fields.length ? keys.next : keys.accept, run: advance },
    { names: ['tab', 'down'] as const, label: keys.next, run: () => step(1), isMinor: true },
    { names: ['shift+tab', 'up'] as const, label: keys.move, run: () => step(-1), isMinor: true },
  ];
  return (
    <Page
      title={title}
      isTyping={field !== undefined && !field.options}
      onBack={doing === null ? onBack : undefined}
      keys={doing === null ? acts : []}
      over={choice || null}
    >
      {lead && <Box marginBottom={1}>{typeof lead === 'string' ? <Text>{lead}</Text> : lead}</Box>}
      {fields.map((each, index) => (
        <FieldLine
          key={each.name}
          field={each}
          value={values[each.name]}
          error={errors[each.name]}
          isFocused={index === at && doing === null}
          width={columns - LABEL - 4}
          onChange={(value) => onChange(each.name, value)}
        />
      ))}
      <Box marginTop={1}>{doing === null ? <Button label={submit} isChosen={at === fields.length} /> : <Waiting text={doing} />}</Box>
      <Failure failure={failure} marginTop={1} />
    </Page>
  );
}

interface FieldLineProps<Name extends string> {
  field: ScreenField<Name>;
  value: string;
  error: string | undefined;
  isFocused: boolean;
  width: number;
  onChange(value: string): void;
}

function FieldLine<Name extends string>({ field, value, error, isFocused, width, onChange }: FieldLineProps<Name>) {
  const colour = useTones();
  const { label, options, isHidden, hint } = field;
  const valueLabel = options?.find((option) => option.value === value)?.label ?? value;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box>
        <Box width={LABEL} flexShrink={0}>
          <Text bold={isFocused} wrap="truncate-end">
            {isFocused ? terminalScreens.selected : ' '} {label}
          </Text>
        </Box>
        {options ? (
          <Text inverse={isFocused} wrap="truncate-end">
            {printable(valueLabel) || '—'}
          </Text>
        ) : (
          <TextField value={value} onChange={onChange} isFocused={isFocused} isHidden={isHidden} width={width} />
        )}
      </Box>
      {error && (
        <Text color={colour('bad')} wrap="truncate-end">
          {'  '}✗ {printable(error)}
        </Text>
      )}
      {isFocused && hint && !error && (
        <Text color={colour('quiet')} wrap="truncate-end">
          {'  '}
          {printable(hint)}
        </Text>
      )}
    </Box>
  );
}
