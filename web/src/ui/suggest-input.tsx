import { type ComponentProps, useId } from 'react';
import { TextInput } from './field.tsx';

/** A text field that offers what others wrote, and takes anything. */
export function SuggestInput({ suggestions, ...rest }: ComponentProps<'input'> & { suggestions: readonly string[] }) {
  const id = useId();
  if (suggestions.length === 0) return <TextInput {...rest} />;
  return (
    <>
      <TextInput {...rest} list={id} />
      <datalist id={id}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
