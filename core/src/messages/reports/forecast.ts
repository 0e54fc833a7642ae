import type { Forecast } from '../../domain/reports/forecast.ts';
import { clipped, joinParts, pluralize } from '../phrases.ts';

/** 'Esta semana vencen 14 actividades abiertas y, si todo sigue igual, 2 se entregarán tarde; las que más pesan: 12 «Cambiar filtro» y 31 «Pintar muro».' */
export function forecastInWords({ due, late, heaviest }: Forecast): string {
  const isDue = `${due === 1 ? 'vence' : 'vencen'} ${pluralize(due, 'actividad abierta', 'actividades abiertas')}`;
  const isLate = late === 0 ? 'ninguna se entregará tarde' : pluralize(late, 'se entregará tarde', 'se entregarán tarde');
  const names = heaviest.map(({ id, description }) => `${id} «${clipped(description, 60)}»`);
  const weighing = names.length > 0 ? `; ${names.length === 1 ? 'la que más pesa' : 'las que más pesan'}: ${joinParts(names)}` : '';
  return `Esta semana ${isDue} y, si todo sigue igual, ${isLate}${weighing}.`;
}
