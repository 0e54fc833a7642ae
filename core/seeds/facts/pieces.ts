import type { PiecesByTopic } from './piece.ts';
import { piecesOfTheOffice } from './pieces-of-the-office.ts';
import { piecesOfThePlant } from './pieces-of-the-plant.ts';

export const pieces: PiecesByTopic = { ...piecesOfThePlant, ...piecesOfTheOffice };
