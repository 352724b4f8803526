"""Sentences and names for readers, the same on a terminal and on a page.

``english`` has numbers, lists and plurals; ``board`` the names of powers, spaces and units; ``ruling`` the sentences
about a ruling, its source and its proof, ``claims`` those about its claims, ``short`` one line on each of what can be
asked for; ``printings`` what it says in each printing; ``comparison`` how games compare;
``search`` how a search was understood; ``changes`` what changed; ``markdown`` reads the words of the documents,
``forum`` writes a ruling for others to read, ``report`` the text that tells that something is wrong.
"""
