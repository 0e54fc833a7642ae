import path from 'node:path';
import { parseArgs } from 'node:util';
import { Refused } from '@bitacora/core/domain/refusal';
import { nameCommand } from '@bitacora/core/messages/phrases';
import { fieldSentences, refusalSentence } from '@bitacora/core/messages/refusals';
import { StartProblem } from '@bitacora/core/settings/environment';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { adminCommand } from '../messages/admin-command.ts';
import { administration as texts } from '../messages/administration.ts';
import { anonymise, createAdmin, resetFactor, resetPassword, revokePersonTokens, unlinkAccount, unlinkPersonChats } from './accounts.ts';
import { backup, backupKey } from './backup.ts';
import { type AdminCommand, type AdminDependencies, type TypedValues, userName, yes } from './command.ts';
import { demo } from './demo.ts';
import { exportAll, exportPerson } from './export.ts';
import { listSettings, testMail } from './list-settings.ts';
import { restore, restoreDrill } from './restore.ts';
import { migrateSchema, roles } from './schema.ts';
import { forgetSecret, rotateSecrets } from './secrets.ts';
import { verify } from './verify.ts';
import { why } from './why.ts';

const commands: Readonly<Record<string, AdminCommand>> = {
  'create-admin': createAdmin,
  'reset-password': resetPassword,
  'reset-second-factor': resetFactor,
  'unlink-account': unlinkAccount,
  'unlink-chats': unlinkPersonChats,
  'revoke-tokens': revokePersonTokens,
  'export-all': exportAll,
  'export-person': exportPerson,
  'anonymise-person': anonymise,
  migrate: migrateSchema,
  roles,
  'rotate-secrets': rotateSecrets,
  'forget-secret': forgetSecret,
  settings: listSettings,
  'send-test-mail': testMail,
  why,
  verify,
  backup,
  'backup-key': backupKey,
  restore,
  'restore-drill': restoreDrill,
  demo,
};

function parseCommand(typed: readonly string[]): { command: AdminCommand; values: TypedValues; words: readonly string[] } {
  const [name = '', ...rest] = typed;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Stopped(exits.usage, texts.unknownCommand(name), texts.seeHelp);
  try {
    const names = command.words ?? [];
    const options = { ...command.options, json: yes };
    const { values, positionals } = parseArgs({ args: rest, options, strict: true, allowPositionals: names.length > 0 });
    if (positionals.length === names.length) return { command, values: values as TypedValues, words: positionals };
    throw new Stopped(exits.usage, texts.wantsWords(name, names), texts.seeHelp);
  } catch (error) {
    if (error instanceof Stopped) throw error;
    throw new Stopped(exits.usage, texts.wrongUsage, texts.seeHelp);
  }
}

/** Returns the sentence for a file or folder that is missing, full or closed to us. Null for any other error, such as a program that cannot start. */
function fileSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall = '', path: file = '' } = error as NodeJS.ErrnoException;
  if (syscall.startsWith('spawn')) return null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return texts.diskFull;
  if (!file) return null;
  // A new folder needs the right to write in the one above it.
  const closed = syscall.startsWith('mkd') ? path.dirname(file) : file;
  if (code === 'EACCES' || code === 'EPERM') return texts.notAllowed(userName(), closed);
  if (code === 'ENOENT') return texts.notThere(file);
  if (code === 'ENOTDIR') return texts.notAFolder(file);
  return code === 'EROFS' ? texts.readOnlyDisk(file) : null;
}

function reportOutcome(error: unknown): Pick<Stopped, 'exit' | 'message' | 'hint'> {
  if (error instanceof Stopped) return error;
  const sentence = (message: string) => ({ exit: exits.refused, message, hint: null });
  if (error instanceof StartProblem) return sentence(error.message);
  if (!(error instanceof Refused))
    return sentence(fileSentence(error) ?? texts.bug(error instanceof Error ? error.message : String(error)));
  const { refusal } = error;
  return sentence(refusal.code === 'input.invalid' ? Object.values(fieldSentences(refusal.fields)).join(' ') : refusalSentence(refusal));
}

/** Runs a command and returns its exit code. The outcome goes to standard output, all else to standard error. */
export async function administer(typed: readonly string[], around: AdminDependencies): Promise<number> {
  const { stdout, stderr, env } = around;
  const named = (text: string) => nameCommand(text, adminCommand(env));
  if (typed.length === 0 || typed.some((word) => word === '--help' || word === '-h')) {
    (typed.length === 0 ? stderr : stdout).write(named(texts.help));
    return typed.length === 0 ? exits.usage : exits.done;
  }
  try {
    const { command, values, words } = parseCommand(typed);
    const report = (sentence: string) => stderr.write(named(`${sentence}\n`));
    const { lines, value, exit = exits.done } = await command.run({ ...around, settings: around.settings(), typed: values, words, report });
    stdout.write(values.json ? `${JSON.stringify(value)}\n` : named(lines.map((line) => `${line}\n`).join('')));
    return exit;
  } catch (error) {
    const { exit, message, hint } = reportOutcome(error);
    stderr.write(named(hint ? `${message}\n${hint}\n` : `${message}\n`));
    return exit;
  }
}
