import { InputTextarea } from 'primereact/inputtextarea';
import type { ComponentProps } from 'react';

export const TextArea = (props: ComponentProps<'textarea'>) => <InputTextarea rows={4} {...(props as object)} />;
