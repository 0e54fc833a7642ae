import { Readable } from 'node:stream';
import { workbookFrom } from '../../workbook-file.ts';

/** The workbook at a path that was picked: never standard input, which is the keyboard here. */
export const workbookAt = (file: string): Promise<File> => workbookFrom(file, { stdin: Readable.from([]) });
