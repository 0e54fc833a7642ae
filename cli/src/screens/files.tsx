import type { WriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { normalise } from '@bitacora/core/domain/text';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, printable, Stopped } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { type ReactNode, useState } from 'react';
import { terminalImport, terminalScreens } from '../messages/screens.ts';
import { describeCause, fileExists, requireOther, writeFileWhole } from '../output/output-file.ts';
import { useAdmin, useLoaded, useTask } from './screen-context.ts';
import { Confirm } from './ui/confirm.tsx';
import { Form } from './ui/form.tsx';
import { FilterLine, useCursor } from './ui/inputs.tsx';
import { Failure, type KeyAct, Nothing, Page, useRoom, Waiting } from './ui/page.tsx';
import { useKeyboard, useTones } from './ui/terminal.tsx';

export interface FolderEntry {
  name: string;
  path: string;
  isFolder: boolean;
  bytes: number;
}

const byName = new Intl.Collator('es-MX', { numeric: true, sensitivity: 'base' });

/** `~` is the home folder; a relative path begins at `folder`. */
const resolvePath = (typed: string, folder: string): string => path.resolve(folder, typed.replace(/^~(?=$|[/\\])/, os.homedir()));

/** Returns null if nothing is there. */
const readEntry = (file: string): Promise<FolderEntry | null> =>
  stat(file).then(
    (stats) => ({ name: path.basename(file), path: file, isFolder: stats.isDirectory(), bytes: stats.size }),
    () => null,
  );

/** Lists the folders, then the files of these kinds ('.xlsx'), without hidden ones. Throws `Stopped` if it cannot read the folder. */
async function readFolder(folder: string, kinds: readonly string[]): Promise<FolderEntry[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Stopped(exits.usage, terminal.cannotRead(folder, describeCause(error)));
  });
  const visible = names.filter((name) => !name.startsWith('.'));
  const entries = await Promise.all(visible.map((name) => readEntry(path.join(folder, name))));
  return entries
    .filter((entry) => entry !== null)
    .filter(({ isFolder, name }) => isFolder || kinds.includes(path.extname(name).toLowerCase()))
    .sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || byName.compare(a.name, b.name));
}

interface FilePickerProps {
  title: string;
  kinds: readonly string[];
  keys: readonly KeyAct[];
  over: ReactNode;
  onChoose(file: FolderEntry): void;
  onBack(): void;
}

const { keys: labels } = terminalScreens;
/** Lines above the list. */
const HEAD = 4;
const isPath = (typed: string) => /[/\\]|^~|^\.\.?$/.test(typed);

/** Picks a file from the folders of this computer. Typing filters, or names a path. */
export function FilePicker({ title, kinds, keys, over, onChoose, onBack }: FilePickerProps) {
  const [folder, setFolder] = useState(() => path.resolve('.'));
  const [typed, setTyped] = useState('');
  const [isUnknown, setIsUnknown] = useState(false);
  const { rows } = useRoom();
  const colour = useTones();
  const { value, failure, isBusy } = useLoaded(() => readFolder(folder, kinds), [folder]);
  const parent = { name: terminalImport.parent, path: path.dirname(folder), isFolder: true, bytes: 0 };
  const matches = (value ?? []).filter(({ name }) => isPath(typed) || normalise(name).includes(normalise(typed)));
  const entries = typed === '' && parent.path !== folder ? [parent, ...matches] : matches;
  const height = Math.max(1, rows - HEAD);
  const cursor = useCursor(entries.length, height);

  const type = (text: string) => {
    setTyped(text);
    setIsUnknown(false);
    cursor.go(0);
  };
  const openEntry = (entry: FolderEntry) => {
    if (!entry.isFolder) return onChoose(entry);
    type('');
    setFolder(entry.path);
  };
  const accept = async () => {
    const entry = isPath(typed) ? await readEntry(resolvePath(typed, folder)) : entries[cursor.at];
    if (entry) openEntry(entry);
    else setIsUnknown(true);
  };
  // In an empty field, backspace goes to the parent folder, as in file managers.
  useKeyboard('field', ({ name }) => {
    if (name !== 'backspace' || typed !== '') return false;
    openEntry(parent);
    return true;
  });
  return (
    <Page title={title} isTyping onBack={onBack} over={over} keys={[{ names: ['enter'], label: labels.choose, run: accept }, ...keys]}>
      <Text wrap="truncate-middle">{printable(terminalImport.folder(folder))}</Text>
      <FilterLine words={typed} onChange={type} />
      <Text color={colour(isUnknown ? 'bad' : 'quiet')} wrap="truncate-end">
        {isUnknown ? `✗ ${terminalImport.noSuchFile}` : terminalImport.pathHint}
      </Text>
      <Text> </Text>
      {isBusy && !value && <Waiting />}
      <Failure failure={failure} />
      {entries.slice(cursor.first, cursor.last).map((entry, index) => (
        <EntryLine key={entry.path} entry={entry} isChosen={cursor.first + index === cursor.at} />
      ))}
      {value && matches.length === 0 && <Nothing text={typed === '' ? terminalImport.emptyFolder : terminalScreens.nothingFound} />}
    </Page>
  );
}

function EntryLine({ entry: { name, isFolder, bytes }, isChosen }: { entry: FolderEntry; isChosen: boolean }) {
  return (
    <Box height={1} flexShrink={0}>
      <Text>{isChosen ? terminalScreens.selected : ' '} </Text>
      <Box flexGrow={1} height={1} overflow="hidden">
        <Text wrap="truncate-middle" inverse={isChosen} bold={isChosen}>
          {printable(name)}
          {isFolder && name !== terminalImport.parent ? '/' : ''}
        </Text>
      </Box>
      <Box flexShrink={0} marginLeft={1}>
        <Text>{isFolder ? terminalImport.isFolder : terminalImport.size(bytes)}</Text>
      </Box>
    </Box>
  );
}

interface SaveAsProps {
  title: string;
  /** The proposed name. */
  name: string;
  doing: string;
  /** The source file, which must not be overwritten. */
  input?: string;
  write(sink: Writable): Promise<void>;
  /** The sentence for the foot once the file is written. */
  sentenceFor(file: string): string;
  onBack(): void;
}

const EVERY_MS = 250;
const { file: texts, keys } = terminalScreens;
const nameMissing = { file: texts.nameMissing };

/** Asks for a file name and writes the file whole. It asks before it replaces a file. */
export function SaveAs({ title, name, doing, input, write, sentenceFor, onBack }: SaveAsProps) {
  const { notify } = useAdmin();
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
      onBack();
      notify(sentenceFor(file));
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
