import type { ChatStatusSince } from '@parley/contract';
import { orpc, queryClient } from '../api/client.ts';

/** My own status, since when, and until when I wrap up. */
export const chatStatusQuery = () => orpc.users.chatStatus.queryOptions();

/** Shows what the server has said of it. */
export const keepChatStatus = (status: ChatStatusSince) => queryClient.setQueryData(chatStatusQuery().queryKey, status);
