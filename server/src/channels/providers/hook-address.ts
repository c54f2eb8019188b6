import type { ChannelType } from '@parley/contract';

/** Under `/hooks`, what stands for a type: `viber-public` for VIBER_PUBLIC. */
export const hookTypeOf = (type: string): string => type.toLowerCase().replaceAll('_', '-');

/** The whole address at which the provider of an end calls. @param publicUrl without a slash at its end */
export const hookAddressOf = (publicUrl: string, type: ChannelType, key: string): string => `${publicUrl}/hooks/${hookTypeOf(type)}/${key}`;
