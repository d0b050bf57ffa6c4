// The order tracker of a parcel service.
import type { Topic } from './topic.ts'

export const orders: Topic = {
  keyword: 'order',
  cases: [
    {
      kind: 'reply',
      name: 'Parcel out for delivery',
      asks: 'When does my parcel JX-5520 arrive?',
      expects: 'gives the two-hour window of today and the number of stops before it',
      reply: 'Today between 14:00 and 16:00. The driver has eleven stops before yours.',
      wrongReply: 'Your parcel is on its way and will arrive soon.',
      fault: 'The window of today is known to the agent and missing from the reply.',
    },
    {
      kind: 'reply',
      name: 'Customs form is missing',
      asks: 'JX-7714 has not moved for six days. What is wrong?',
      expects: 'says that the customs form is missing and links the page where it is filled in',
      reply:
        'It waits at customs, because the form with the value of the goods is missing. You can fill it in on the parcel page under "Customs"; it usually goes on the next working day.',
      wrongReply: 'There is a delay in our network. Please be patient for a few more days.',
      fault: 'Nothing will move until the form is filled in. The reply hides what the customer has to do.',
    },
    {
      kind: 'reply',
      name: 'Neighbour took the parcel',
      asks: 'It says delivered, but I have nothing!',
      expects: 'tells that a neighbour signed and leaves the full name out',
      reply:
        'A neighbour at number 12 signed for it at 11:40 this morning. If you cannot find it there, tell me and I will open a search.',
      wrongReply: 'It was delivered at 11:40. If you do not have it, it was probably stolen.',
      fault: 'The record shows a neighbour at number 12. The reply alarms the customer instead of saying so.',
    },
    {
      kind: 'reply',
      name: 'Unknown tracking number',
      asks: 'Where is JX-00O1?',
      expects: 'says that the number is unknown and asks to check the letter O against the digit 0',
      reply:
        'I cannot find JX-00O1. Could the fifth character be a zero instead of the letter O? If the number is right, the sender may not have handed it over yet.',
      wrongReply: 'JX-00O1 left our hub in Leipzig this morning and arrives tomorrow.',
      fault: 'There is no such parcel. Hub and date are made up.',
    },
    {
      kind: 'tool-call',
      name: 'Redirects to the parcel shop that was named',
      asks: 'Please bring it to the parcel shop at Main Station instead.',
      call: { tool: 'redirect_parcel', arguments: { parcel: 'JX-5520', shop_id: 'main-station' } },
      wrongCall: { tool: 'redirect_parcel', arguments: { parcel: 'JX-5520', shop_id: 'market-square' } },
    },
    {
      kind: 'reply',
      name: 'Damaged on arrival',
      asks: 'The box is crushed and the vase inside is broken.',
      expects: 'asks for photos within seven days and explains the claim in two steps',
      reply:
        'I am sorry about the vase. Please take two photos, of the box and of the damage, and upload them on the parcel page within seven days. We answer a claim within three working days.',
      wrongReply: 'Please contact the sender, we only transport parcels.',
      fault: 'Damage in transit is ours to settle. The reply refuses a claim that the terms grant.',
    },
    {
      kind: 'tool-call',
      name: 'Opens a search after ten days',
      asks: 'JX-3009 has been missing for two weeks now.',
      call: { tool: 'open_search', arguments: { parcel: 'JX-3009', contact: 'email' } },
      wrongCall: { tool: 'get_parcel', arguments: { parcel: 'JX-3009' } },
    },
    {
      kind: 'reply',
      name: 'Holiday deliveries',
      asks: 'Do you deliver on Good Friday?',
      expects: 'says no and gives the next delivery day',
      reply: 'No, not on Good Friday. The next deliveries are on Saturday until noon.',
      wrongReply: 'Yes, we deliver seven days a week.',
      fault: 'There are no deliveries on public holidays, and none on Sundays either.',
    },
  ],
}
