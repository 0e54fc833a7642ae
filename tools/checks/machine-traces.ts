import { linesThat, type Source } from './repository.ts';

const FOLDERS = /(?<![\w.])\/(home|Users|root)\/\w[\w.-]*|\bC:\\+Users\\+\w+|(?<![\w.])\/work\/(main|shared|\.library)/;
const REGISTRIES =
  /\bhttps?:\/\/[^\s/'"]*(registry|artifactory|verdaccio|nexus|npmjs|npmmirror)[^\s'"]*|^\s*(@[\w-]+:)?registry\s*=|\btarball: /;
const ALLOWED = /^tools\/(checks|test)\//;

/** Finds paths of a machine and addresses of package registries. */
export function machineTraces(sources: Source[]): string[] {
  const ours = sources.filter(({ path }) => !ALLOWED.test(path));
  return [...linesThat(FOLDERS, ours, 'ruta de una máquina'), ...linesThat(REGISTRIES, ours, 'dirección de un registro de paquetes')];
}
