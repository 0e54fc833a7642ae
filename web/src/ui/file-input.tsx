import type { ComponentProps } from 'react';

interface FileInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  onChosen: (files: readonly File[]) => void;
}

/** The browser's file chooser, or a phone's camera with `capture`. Our own button opens it, and it takes the same file again. */
export const FileInput = ({ label, onChosen, ...rest }: FileInputProps) => (
  <input
    {...rest}
    type="file"
    hidden
    aria-label={label}
    onChange={({ target }) => {
      onChosen([...(target.files ?? [])]);
      target.value = '';
    }}
  />
);
