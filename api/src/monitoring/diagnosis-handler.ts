import { type Core, mayMigrate } from '@bitacora/core/server';
import { readDiagnosis } from '@bitacora/core/use-cases/admin/read-diagnosis';
import manifest from '../../../package.json' with { type: 'json' };
import type { Special } from '../handlers.ts';
import { checkMailServer } from '../mail/smtp-conversation.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { probeStore } from '../storage/probe-store.ts';

export interface DiagnosisDependencies {
  core: Core;
  store: ImageStore;
  /** Unset where letters are written as files. */
  smtpUrl?: string | undefined;
  /** SMTP_TLS=off. */
  allowsPlainMail?: boolean;
  /** Whether a role that owns nothing should be at work here: in production, on an outside PostgreSQL. */
  wantsRoles?: boolean;
}

/** The database's part, and what only this process knows: it tries the store and the mail server, which changes neither. */
export function diagnosisHandler({
  core,
  store,
  smtpUrl,
  allowsPlainMail = false,
  wantsRoles = false,
}: DiagnosisDependencies): Special<'readDiagnosis'> {
  return {
    async readDiagnosis(_, { actor }) {
      const reading = core.perform({ useCase: readDiagnosis, actor, channel: actor.channel, input: {}, effect: 'reads' });
      const [{ result }, ownsTables, isStoreWritable, freeBytes, mailServerProblem] = await Promise.all([
        reading,
        wantsRoles && mayMigrate(core.db),
        probeStore(store),
        store.freeBytes().catch(() => null),
        smtpUrl ? checkMailServer(smtpUrl, allowsPlainMail) : null,
      ]);
      const { version } = manifest;
      return {
        version,
        ...result,
        ownsTables,
        isStoreWritable,
        freeBytes,
        hasMailServer: Boolean(smtpUrl),
        isMailServerWell: smtpUrl ? mailServerProblem === null : null,
        mailServerProblem,
      };
    },
  };
}
