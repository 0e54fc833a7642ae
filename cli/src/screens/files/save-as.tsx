import type { WriteStream } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { printable } from '@bitacora/core/terminal/terminal';
import { useState } from 'react';
import { useTask } from '../../app/use-task.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { fileExists, requireOther, writeFileWhole } from '../../output/output-file.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Form } from '../ui/form.tsx';
import { resolvePath } from './file-picker.tsx';

interface SaveAsProps {
  title: string;
  /** The proposed name. */
  name: string;
  doing: string;
  /** The source file, which must not be overwritten. */
  input?: string;
  write(sink: Writable): Promise<void>;
  onDone(file: string): void;
  onBack(): void;
}

const EVERY_MS = 250;
const { file: texts, keys } = terminalScreens;
const nameMissing = { file: texts.nameMissing };

/** Asks for a file name and writes the file whole. It asks before it replaces a file. */
export function SaveAs({ title, name, doing, input, write, onDone, onBack }: SaveAsProps) {
  const [typed, setTyped] = useState(name);
  const [existing, setExisting] = useState<string | null>(null);
  const [bytes, setBytes] = useState(0);
  const task = useTask();
  const file = resolvePath(typed.trim(), path.resolve('.'));

  const writeWithProgress = async (sink: Writable) => {
    const timer = setInterval(() => setBytes((sink as WriteStream).bytesWritten), EVERY_MS);
    await write(sink).finally(() => clearInterval(timer));
  };
  const save = () =>
    task.run(async () => {
      setExisting(null);
      setBytes(0);
      if (input !== undefined) await requireOther(file, input);
      await writeFileWhole(file, writeWithProgress);
      onDone(file);
    });
  const submit = async () => {
    if (typed.trim() === '') return;
    if (await fileExists(file)) setExisting(file);
    else await save();
  };
  if (existing) return <Confirm title={title} lines={[printable(texts.exists(existing))]} onYes={save} onNo={() => setExisting(null)} />;
  return (
    <Form
      title={title}
      fields={[{ name: 'file', label: texts.saveTo, hint: printable(file) }]}
      values={{ file: typed }}
      errors={typed.trim() === '' ? nameMissing : undefined}
      submit={keys.save}
      submitsAtEnd
      doing={task.isBusy ? `${doing} ${bytes > 0 ? texts.received(bytes) : ''}` : null}
      failure={task.failure}
      onChange={(_, value) => setTyped(value)}
      onSubmit={submit}
      onBack={onBack}
    />
  );
}
