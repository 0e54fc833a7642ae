import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { terminalScreens } from '@bitacora/core/messages/terminal-screens';
import { useState } from 'react';
import { useTask } from '../../app/use-task.ts';
import { writeWhole } from '../../output/place.ts';
import { printable } from '../../output/printable.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Form } from '../ui/form.tsx';
import { pathMeant } from './folder.ts';

interface Shown {
  title: string;
  /** What it is called unless another name is typed. */
  name: string;
  doing: string;
  write(sink: Writable): Promise<void>;
  /** It was written here. */
  onDone(file: string): void;
  onBack(): void;
}

const { file: texts, keys } = terminalScreens;
const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Asks where something is to be saved, writes it whole, and replaces nothing unasked. */
export function SaveAs({ title, name, doing, write, onDone, onBack }: Shown) {
  const [typed, setTyped] = useState(name);
  const [existing, setExisting] = useState<string | null>(null);
  const task = useTask();
  const file = pathMeant(typed.trim(), path.resolve('.'));

  const save = () =>
    task.run(async () => {
      setExisting(null);
      await writeWhole(file, write);
      onDone(file);
    });
  const submit = async () => {
    if (typed.trim() === '') return;
    if (await isThere(file)) setExisting(file);
    else await save();
  };
  if (existing) return <Confirm title={title} lines={[printable(texts.exists(existing))]} onYes={save} onNo={() => setExisting(null)} />;
  return (
    <Form
      title={title}
      fields={[{ name: 'file', label: texts.saveTo, hint: printable(file) }]}
      values={{ file: typed }}
      errors={typed.trim() === '' ? { file: texts.nameMissing } : {}}
      submit={keys.save}
      submitsAtEnd
      doing={task.isBusy ? doing : null}
      failure={task.failure}
      onChange={(_, value) => setTyped(value)}
      onSubmit={submit}
      onBack={onBack}
    />
  );
}
