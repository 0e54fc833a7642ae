import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { StoreUnavailable } from '../storage/image-store.ts';

/** Writes why the product does not start, for the person who starts it. */
export function explain(error: unknown): void {
  if (error instanceof StoreUnavailable)
    console.error(`No se puede llegar a las imágenes de STORAGE_URL (${error.message}). Revisa la dirección, las claves y el servicio.`);
  else console.error(error instanceof StartProblem ? error.message : error);
}
