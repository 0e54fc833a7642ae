import { linesThat, type Source } from './repository.ts';

const FOLDERS = /(?<![\w.])\/(home|Users|root)\/\w[\w.-]*|\bC:\\+Users\\+\w+|(?<![\w.])\/work\/(main|shared|\.library)/;
const REGISTRIES =
  /\bhttps?:\/\/[^\s/'"]*(registry|artifactory|verdaccio|nexus|npmjs|npmmirror)[^\s'"]*|^\s*(@[\w-]+:)?registry\s*=|\btarball: /;
const ALLOWED = /^tools\/(checks|test)\//;

/** Nothing committed tells whose machine it was made on, or where its packages came from. */
export function machineTraces(sources: Source[]): string[] {
  const ours = sources.filter(({ path }) => !ALLOWED.test(path));
  return [...linesThat(FOLDERS, ours, 'ruta de una máquina'), ...linesThat(REGISTRIES, ours, 'dirección de un registro de paquetes')];
}
