import { importFields, optionalFields } from '@bitacora/core/contract/import-sheet';
import { userTexts } from '@bitacora/core/messages/users';
import { Box, Text } from 'ink';
import { terminalImport } from '../../messages/import.ts';

const labelled = (fields: readonly (keyof typeof userTexts.fields)[]) =>
  fields.map((field) => userTexts.fields[field].replace(/ \(.*\)$/, ''));

/** Which columns a workbook of people has. */
export function ExpectedColumns() {
  return (
    <Box flexDirection="column" marginTop={1}>
      <Text bold>{terminalImport.columnsWrong}</Text>
      <Text>{terminalImport.mandatory(labelled(importFields.filter((field) => !optionalFields.includes(field))))}</Text>
      <Text>{terminalImport.optional(labelled(optionalFields))}</Text>
    </Box>
  );
}
