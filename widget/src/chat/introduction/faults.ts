import type { WidgetForm } from '@parley/contract/entities/widget';
import type { Details } from '../../link/messages.ts';
import type { Field } from '../person.ts';

/** The same that the server asks for, so that nobody waits for its answer to learn of a slip. */
const fits: Readonly<Record<Field, (value: string | true) => boolean>> = {
  name: (value) => value !== true && value.length <= 120,
  email: (value) => value !== true && /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value.trim()),
  phone: (value) => value !== true && /^\+?[\d\s()./-]{1,39}$/.test(value.trim()) && value.replace(/\D/g, '').length > 4,
  consent: (value) => value === true,
};

/** An e-mail address, as far as its look tells. */
export const looksLikeAddress = (value: string): boolean => fits.email(value);

/** Fields whose value the form does not take: required and empty, or not what they ask for. */
export const faultsOf = (form: WidgetForm, values: Details): Field[] =>
  (Object.keys(fits) as Field[]).filter((field) => {
    const value = values[field] ?? '';
    if (form[field] === 'NO') return false;
    return value === true || value.trim() !== '' ? !fits[field](value) : form[field] === 'REQUIRED';
  });
