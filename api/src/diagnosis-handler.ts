import { access, constants } from 'node:fs/promises';
import type { Core } from '@bitacora/core/server';
import { readDiagnosis } from '@bitacora/core/use-cases/read-diagnosis';
import manifest from '../package.json' with { type: 'json' };
import type { Special } from './handlers.ts';
import type { ImageStore } from './images/image-store.ts';

export interface DiagnosisParts {
  core: Core;
  store: ImageStore;
  /** False where letters are written as files. */
  hasMailServer?: boolean;
}

/** The database's part, and what only this process knows. */
export function diagnosisHandler({ core, store, hasMailServer = false }: DiagnosisParts): Special<'getDiagnosis'> {
  const isStoreWritable = () =>
    access(store.folder, constants.W_OK).then(
      () => true,
      () => false,
    );

  return {
    async getDiagnosis(_, { actor }) {
      const { result } = await core.perform({ useCase: readDiagnosis, actor, channel: actor.channel, input: {}, effect: 'reads' });
      return { success: true, version: manifest.version, ...result, isStoreWritable: await isStoreWritable(), hasMailServer };
    },
  };
}
