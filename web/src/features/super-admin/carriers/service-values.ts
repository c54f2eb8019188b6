import { CarriedChannel, type CarrierService, CommunicationType, carrierServiceFields } from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';
import { KEEP, type SecretChange } from '../../../forms/SecretField.tsx';
import type { FieldsOfProblems } from '../../../forms/server-faults.ts';

/** What is filled in of a service. Of one that is there the password is never shown: it stays, or is replaced. */
export type ServiceValues = {
  title: string;
  channelType: CarriedChannel;
  communicationType: CommunicationType;
  username: string;
  password: SecretChange;
};

export const emptyService: ServiceValues = { title: '', channelType: 'SMS', communicationType: 'TWO_WAY', username: '', password: '' };

export const valuesOf = ({ title, channelType, communicationType, username }: CarrierService): ServiceValues => ({
  title,
  channelType,
  communicationType,
  username,
  password: KEEP,
});

/** What makes a service of values that fit. */
export const sentOf = ({ password, ...values }: ServiceValues) => ({ ...values, password: String(password) });

const kept = z.literal(KEEP);

/** The contract's own rules. */
export const serviceRules: { readonly [Field in keyof ServiceValues]: FieldRule } = {
  title: { name: 'SERVICES_TITLE', schema: carrierServiceFields.title },
  channelType: { name: 'SERVICES_CHANNEL', schema: CarriedChannel },
  communicationType: { name: 'SERVICES_COMMUNICATION', schema: CommunicationType },
  username: { name: 'SERVICES_USERNAME', schema: carrierServiceFields.username },
  password: {
    name: 'SERVICES_PASSWORD',
    schema: z.union([kept, carrierServiceFields.password]),
    invalid: 'SERVICES_PASSWORD_INVALID',
  },
};

/** Refusals that are about one field. */
export const serviceProblems: FieldsOfProblems<keyof ServiceValues> = {
  CARRIER_SERVICE_TITLE_TAKEN: 'title',
  CARRIER_WITHOUT_CHANNEL: 'channelType',
};
