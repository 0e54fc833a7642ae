import { historyPhrases } from '../activities/consult.ts';

type CountedList = { lines: readonly unknown[]; total: number };
/** '8', or '15 de 23' where not all are listed. */
const writtenCount = ({ lines, total }: CountedList) => (lines.length < total ? `${lines.length} de ${total}` : `${total}`);

export const minuteTexts = {
  title: (day: string) => `Minuta de la junta del ${day}`,
  acts: (count: number) => (count === 0 ? 'En Bitácora no se decidió nada.' : `Se decidió (${count})`),
  promised: (list: CountedList) => `Prometido: prórrogas y próximos siete días (${writtenCount(list)})`,
  late: (list: CountedList) => `Sigue con retraso, sin acuerdo (${writtenCount(list)})`,
  notes: 'Notas',
  stateColumn: 'Acuerdo',
  act: (act: string) => historyPhrases[act] ?? act,
  reason: (sender: string) => `Recibes este correo porque ${sender} te envió la minuta de su junta.`,
} as const;
