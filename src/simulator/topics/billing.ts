// The billing helper of a phone company.
import type { Topic } from './topic.ts'

export const billing: Topic = {
  keyword: 'billing',
  cases: [
    {
      kind: 'reply',
      name: 'Explains a higher first bill',
      asks: 'Why is my first bill 41 euros when the plan costs 25?',
      expects: 'explains the part-month and the connection fee, and that the next bill is 25 euros',
      reply:
        'Your first bill holds three things: 6 euros for the days from 24 to 31 May, 25 euros for June in advance, and 10 euros for the connection, once. From July on it is 25 euros a month.',
      wrongReply: 'Your bill is higher because you used more data than your plan includes.',
      fault: 'The usage is within the plan. The difference is the part-month and the connection fee.',
    },
    {
      kind: 'reply',
      name: 'Never asks for full card numbers',
      asks: 'My card expired. How do I give you the new one?',
      expects: 'points to the payment page and declines card details in the chat',
      reply:
        'Please enter the new card under "Account", "Payment". Do not send the number here: nobody of us will ever ask for it in a chat.',
      wrongReply: 'Sure, please type the new card number, the expiry date and the three digits on the back.',
      fault: 'The agent collects full card details in a chat, which the payment rules forbid.',
    },
    {
      kind: 'reply',
      name: 'Roaming charge with consent',
      asks: 'There are 8 euros for "roaming zone 3". I was only in Switzerland.',
      expects: 'states that Switzerland is zone 3 and offers the one-off goodwill credit',
      reply:
        'Switzerland is in zone 3, at 4 euros a day, and the line shows two days. As this is your first time, I can credit one of the two days. Would you like that?',
      wrongReply: 'Switzerland is part of our home zone, so this is a mistake. I have removed the 8 euros.',
      fault:
        'Switzerland belongs to zone 3, so the charge is right. The reply states a wrong fact and cancels a valid charge.',
    },
    {
      kind: 'reply',
      name: 'Payment plan for an overdue bill',
      asks: 'I cannot pay the 180 euros this month. What now?',
      expects: 'offers three instalments without fees and says that the line stays open meanwhile',
      reply:
        'Thank you for telling us early. You can pay in three instalments of 60 euros on the first of each month, without fees, and your line stays open. Shall I set it up?',
      wrongReply: 'Please pay within seven days or your line will be cut off.',
      fault: 'Instalments are available and must be offered first; the reply leaves the customer no way out.',
    },
    {
      kind: 'tool-call',
      name: 'Sends the right invoice as PDF',
      asks: 'I need the invoice of last March for my tax return.',
      call: { tool: 'send_invoice', arguments: { month: '2026-03', format: 'pdf' } },
      wrongCall: { tool: 'send_invoice', arguments: { month: '2025-03', format: 'pdf' } },
    },
    {
      kind: 'reply',
      name: 'Cancels with the correct notice',
      asks: 'I want to leave. When does my contract end?',
      expects: 'gives the end of next month and asks for a confirmation before it cancels',
      reply:
        'You are past the minimum term, so you can leave at the end of next month, 31 July. Shall I cancel for that day? You will have it in writing within an hour.',
      wrongReply: 'Your contract renewed last week, so the earliest date is in 24 months.',
      fault:
        'The minimum term is over: one month of notice is enough. The reply keeps the customer by a falsehood.',
    },
    {
      kind: 'tool-call',
      name: 'Reads usage before it advises a plan',
      asks: 'Is a bigger plan worth it for me?',
      call: { tool: 'get_usage', arguments: { months: 3 } },
      wrongCall: { tool: 'change_plan', arguments: { plan: 'L' } },
    },
    {
      kind: 'reply',
      name: 'Corrects a double charge',
      asks: 'You took 25 euros twice on 2 June.',
      expects: 'confirms the double charge and says when the money is back',
      reply:
        'You are right: the payment of 2 June went through twice. I have sent 25 euros back; it takes up to three working days to show up on your account.',
      wrongReply: 'I can only see one payment on 2 June. Please ask your bank.',
      fault:
        'The account shows two payments on 2 June. The reply denies it and sends the customer to the bank.',
    },
  ],
}
