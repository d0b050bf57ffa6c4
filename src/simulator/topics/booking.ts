// The booking assistant of a small hotel group.
import type { Topic } from './topic.ts'

export const booking: Topic = {
  keyword: 'booking',
  cases: [
    {
      kind: 'reply',
      name: 'Offers the next free night',
      asks: 'Do you have a double room on 24 December?',
      expects: 'says that the night is full and offers the nearest free one with its price',
      reply:
        'The 24th is fully booked, I am afraid. A double room is free on the 26th for 142 euros with breakfast. Shall I hold it for you until tonight?',
      wrongReply: 'Yes, a double room on 24 December is available for 142 euros. Shall I book it?',
      fault: 'The calendar shows no free room on 24 December; the reply sells a room that does not exist.',
    },
    {
      kind: 'reply',
      name: 'States the cancellation deadline',
      asks: 'Until when can I cancel for free?',
      expects: 'gives the deadline of 48 hours before arrival as a date and a time',
      reply:
        'You can cancel free of charge until Wednesday 12 May, 15:00, which is 48 hours before your arrival. After that the first night is charged.',
      wrongReply: 'You can cancel free of charge at any time before you arrive.',
      fault:
        'Free cancellation ends 48 hours before arrival. A guest who trusts this reply pays for a night.',
    },
    {
      kind: 'reply',
      name: 'Asks for missing dates',
      asks: 'I need a room for my parents.',
      expects: 'asks for the dates and the number of guests before it offers anything',
      reply: 'How nice! For which nights shall I look, and will it be the two of them in one room?',
      wrongReply: 'I have booked a double room for tonight for two guests. The confirmation is on its way.',
      fault: 'A room is booked without dates, price or consent. The agent must ask before it acts.',
    },
    {
      kind: 'reply',
      name: 'Accessible room with lift',
      asks: 'My mother uses a wheelchair. Is there a suitable room?',
      expects: 'offers one of the two accessible rooms and mentions the step-free entrance in the yard',
      reply:
        'Yes. Rooms 4 and 5 on the ground floor have wide doors and a walk-in shower, and the entrance through the yard has no steps. Room 5 is free on your dates; shall I reserve it?',
      wrongReply:
        'All our rooms are comfortable for everybody. I would suggest our attic suite with its view.',
      fault: 'The attic suite is reached by stairs only. The reply ignores the accessible rooms 4 and 5.',
    },
    {
      kind: 'tool-call',
      name: 'Cancels with a full refund before the deadline',
      asks: 'Please cancel booking BK-2041, we arrive in nine days.',
      call: {
        tool: 'cancel_booking',
        arguments: { booking_id: 'BK-2041', refund: 'full', notify_guest: true },
      },
      wrongCall: {
        tool: 'cancel_booking',
        arguments: { booking_id: 'BK-2041', refund: 'none', notify_guest: true },
      },
    },
    {
      kind: 'reply',
      name: 'Late arrival after reception closes',
      asks: 'Our train gets in at half past eleven at night. Can we still check in?',
      expects: 'explains the key box and says that its code comes by text message',
      reply:
        'Certainly. Reception closes at ten, but your key will wait in the box beside the door. I will text you the code in the afternoon of your arrival.',
      wrongReply: 'Reception closes at ten. Please choose an earlier train.',
      fault: 'Late check-in by key box is offered every night; the reply turns the guest away.',
    },
    {
      kind: 'tool-call',
      name: 'Books with the dates the guest confirmed',
      asks: 'Perfect, then from the 26th to the 28th for two, please.',
      call: {
        tool: 'create_booking',
        arguments: { arrival: '2026-12-26', departure: '2026-12-28', guests: 2, rate: 'breakfast' },
      },
      wrongCall: {
        tool: 'create_booking',
        arguments: { arrival: '2026-12-26', departure: '2026-12-27', guests: 2, rate: 'breakfast' },
      },
    },
    {
      kind: 'reply',
      name: 'Does not invent a discount',
      asks: 'The other hotel gives me 20% off. Can you match that?',
      expects: 'names the real offer of 10% from three nights and promises nothing else',
      reply:
        'I cannot match other hotels, but from three nights on there is 10% off with us. For your two nights, breakfast is included in the price already.',
      wrongReply: 'Of course we match it! I have noted 20% off for your stay.',
      fault: 'No such discount exists. The only offer is 10% from three nights on.',
    },
  ],
}
